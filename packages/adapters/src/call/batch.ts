import { text } from '@millrace/protocol'
import {
  stageCall,
  type ToolExecutionFailure,
  type ToolExecutionInput,
  type ToolExecutionResult,
  type ToolRuntime,
} from '@millrace/tools'
import { AdapterError, type AdapterErrorCode } from '../adapter-error.ts'
import type { ViewOptions } from '../contract.ts'
import { Lanes } from './lanes.ts'
import { complaint, readArguments, type WrittenArguments } from './read-arguments.ts'

/** One call as a model asked for it. */
export interface AskedCall {
  readonly id: string
  /** Our name of the tool, or what the model wrote in its place. */
  readonly name: string
  readonly arguments: WrittenArguments
  readonly signal: AbortSignal | undefined
}

/** How a call ended. */
export interface Answer {
  readonly id: string
  readonly result: ToolExecutionResult
  /** Whether a policy, a person or a guard refused it. */
  readonly denied: boolean
}

/** The calls of one answer: each id is run once, and those that must run alone do. */
export class Batch {
  readonly #tools: ToolRuntime
  readonly #view: ViewOptions
  readonly #lanes = new Lanes()
  readonly #ids = new Set<string>()

  constructor(tools: ToolRuntime, view: ViewOptions) {
    this.#tools = tools
    this.#view = view
  }

  /** Runs one call through the whole pipeline. Never rejects: every failure is a result. */
  async call({ id, name, arguments: written, signal: given }: AskedCall): Promise<Answer> {
    if (this.#ids.has(id)) return { id, result: duplicateFailure(id), denied: false }
    this.#ids.add(id)
    const { agent } = this.#view
    const read = readArguments(written)
    const definition = this.#tools.get(name, agent)
    // Of a tool that is not there the pipeline says so, whatever the arguments.
    if ('problem' in read && definition !== undefined) {
      const result = failureOf(complaint(definition, read.problem), 'ToolArgsError', 'INVALID_ARGS')
      return { id, result, denied: false }
    }
    const input: ToolExecutionInput = {
      callId: id,
      name,
      arguments: 'value' in read ? read.value : {},
      ...(agent !== undefined && { agent }),
      signal: given ?? new AbortController().signal,
    }
    const { kind } = this.#tools.executionMode(input)
    return this.#lanes.run(kind, input.signal, () => staged(this.#tools, input))
  }
}

async function staged(tools: ToolRuntime, input: ToolExecutionInput): Promise<Answer> {
  const call = stageCall(tools, input)
  const admission = await call.admit()
  const outcome = await call.dispatch(admission)
  const result = await call.conclude(outcome)
  // What is settled before a body, without being an error with a name, was refused.
  const denied =
    admission.kind === 'settled' && admission.result.isError && admission.result.error.info === undefined
  return { id: input.callId, result, denied }
}

/** The result of a call whose id another call of the answer has. */
export function duplicateFailure(id: string): ToolExecutionFailure {
  return refusal(
    'DUPLICATE_CALL_ID',
    `more than one call of this answer has the id ${JSON.stringify(id)}, so that their results could not be told apart: ` +
      'this one was not run; make it in a new answer, with an id of its own',
  )
}

/** The answer to a call that comes to no tool. */
export function refusal(code: AdapterErrorCode, message: string): ToolExecutionFailure {
  return failureOf(message, AdapterError.name, code)
}

function failureOf(message: string, name: string, code: string): ToolExecutionFailure {
  return { isError: true, error: { message, info: { name, code } }, content: [text(`Error: ${message}`)] }
}
