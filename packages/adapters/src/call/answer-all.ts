import { shown } from '@millrace/protocol'
import type { ToolRuntime } from '@millrace/tools'
import { AdapterError } from '../adapter-error.ts'
import type { AnswerOptions } from '../contract.ts'
import { namesOf } from './names.ts'
import { Batch, duplicateFailure, refusal, type Answer, type AskedCall } from './batch.ts'

/** A call of an answer under the provider's name of the tool, or why it is none that a tool could take. */
export type Asked = Omit<AskedCall, 'signal'> | { readonly id: string; readonly unsupported: string }

/**
 * Makes the calls of one answer of a model, side by side where they may overlap. Calls that share an id are not run.
 * @returns one answer for each id, in the order of the calls.
 * @throws AdapterError `CALL_ID_MISSING` before anything runs, where a call has no id to be answered by.
 */
export function answerAll(
  tools: ToolRuntime,
  calls: readonly Asked[],
  options: AnswerOptions,
): Promise<Answer[]> {
  /** Nothing stands for calls that share an id. */
  const byId = new Map<string, Asked | undefined>()
  for (const call of calls) {
    requireId(call.id)
    byId.set(call.id, byId.has(call.id) ? undefined : call)
  }
  const batch = new Batch(tools, options)
  const names = namesOf(tools, options)
  return Promise.all(
    Array.from(byId, async ([id, call]): Promise<Answer> => {
      if (call === undefined) return { id, result: duplicateFailure(id), denied: false }
      if ('unsupported' in call) {
        return { id, result: refusal('CALL_KIND_UNSUPPORTED', call.unsupported), denied: false }
      }
      return batch.call({ ...call, name: names.ours(call.name), signal: options.signal })
    }),
  )
}

/** Whether the loop is asked to stop after these answers. */
export function concludes(answers: readonly Answer[]): boolean {
  return answers.some(({ result }) => result.concludesTurn === true)
}

function requireId(id: unknown): void {
  if (typeof id === 'string' && id !== '') return
  throw new AdapterError(
    'CALL_ID_MISSING',
    `a tool call has the id ${shown(String(id))}: its result could not be assigned, and nothing was run; pass the calls as the model's answer holds them`,
  )
}
