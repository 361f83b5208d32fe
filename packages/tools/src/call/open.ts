import { snapshotJsonValue } from '@millrace/schema'
import { messageOf, isHarnessError } from '@millrace/protocol'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolExecutionInput } from '../contract/execution.ts'
import type { ToolExecutionFailure } from '../contract/result.ts'
import { ToolCallInputError, ToolNotFoundError } from '../errors.ts'
import { aborted, isAborted } from '../outcome/aborted.ts'
import { failureOf } from '../outcome/result.ts'
import { isCollapsed } from '../registry/collapse.ts'
import type { ToolEntry } from '../registry/entry.ts'
import { Call, type Runtime } from './call.ts'
import { Draft } from './draft.ts'
import { isAbortSignal } from './execution.ts'

/** A call, and its result where it ended while it was being opened. */
export interface Opened {
  readonly call: Call
  readonly ended: ToolExecutionFailure | undefined
}

/** Reads the input, each member once and the arguments last, and looks the tool up once. Never throws. */
export function open(runtime: Runtime, input: ToolExecutionInput): Opened {
  const draft = new Draft()
  let ended: ToolExecutionFailure | undefined
  try {
    read(runtime, input, draft)
    if (isAborted(draft.signal)) ended = aborted(false)
    else if (draft.collapsed) ended = refuseDirectCall(draft)
  } catch (error) {
    const known = isHarnessError(error) && error.code === 'INVALID_CALL'
    ended = failureOf(known ? error : new ToolCallInputError(messageOf(error), { cause: error }))
  }
  const call = new Call(runtime, draft)
  if (ended !== undefined && draft.collapsed) call.trace?.denied('open', 'millrace')
  return { call, ended }
}

function read(runtime: Runtime, input: ToolExecutionInput, draft: Draft): void {
  if (typeof input !== 'object' || input === null) throw wrong('the whole', 'an object')
  const { callId } = input
  draft.callId = identifier(callId, 'callId')
  const { rootCallId = draft.callId } = input
  draft.rootCallId = identifier(rootCallId, 'rootCallId')
  const { name } = input
  if (typeof name !== 'string') throw wrong('name', 'a string')
  draft.name = name
  const { agent, parent, signal } = input
  if (agent !== undefined && (typeof agent !== 'object' || agent === null)) throw wrong('agent', 'an object')
  if (parent !== undefined && typeof parent !== 'symbol') throw wrong('parent', 'the token of a call')
  if (!isAbortSignal(signal)) throw wrong('signal', 'an AbortSignal')
  draft.agent = agent
  draft.parent = parent
  draft.signal = signal
  const view = runtime.registry.views.of(agent)
  draft.entry = view.get(name)
  draft.collapsed = isCollapsed(view, name, parent)
  draft.finalize = finalizerOf(draft.entry)
  draft.args = readArguments(input)
}

function identifier(value: unknown, member: string): string {
  if (typeof value !== 'string' || value === '') throw wrong(member, 'a non-empty string')
  return value
}

function wrong(member: string, expected: string): ToolCallInputError {
  return new ToolCallInputError(`tool execution input: ${member} must be ${expected}`)
}

function finalizerOf(entry: ToolEntry | undefined): ToolDefinition['finalizeContent'] | undefined {
  if (entry === undefined) return undefined
  const { definition } = entry
  const finalizer: unknown = Reflect.get(definition, 'finalizeContent')
  if (finalizer === undefined) return undefined
  if (typeof finalizer === 'function') return finalizer.bind(definition)
  throw new ToolCallInputError(`tool "${entry.name}": finalizeContent is not a function`)
}

function readArguments(input: ToolExecutionInput): unknown {
  try {
    return snapshotJsonValue(input.arguments)
  } catch (error) {
    if (!isHarnessError(error) || error.code !== 'NOT_LOSSLESS_JSON') throw error
    const message = `tool execution arguments must be losslessly JSON-serializable: ${error.message}`
    throw new ToolCallInputError(message, { cause: error })
  }
}

/** In this mode only a program calls the tool; the tool has no say in the refusal. */
function refuseDirectCall(draft: Draft): ToolExecutionFailure {
  draft.finalize = undefined
  const { name } = draft
  const route = `: only \`run_code\` is callable directly — call \`${name}\` from inside a \`run_code\` program instead`
  return failureOf(new ToolNotFoundError(name, route))
}
