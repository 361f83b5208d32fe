import { messageOf, redactPointers, text, type JsonValue } from '@millrace/protocol'
import type { JournalReply } from '../contract/run-store.ts'
import type { LoggedEnd } from './dispatch-log.ts'
import type { RecordedCall, Replay } from './replay.ts'
import { subCallId } from './sub-call-id.ts'
import type { RunScene } from './sub-call.ts'

/**
 * Takes over what an earlier process left of a run: what belongs to the enclosing call, and the account of what was done.
 * @throws what the log throws.
 */
export function restoreRun(scene: RunScene, replay: Replay): void {
  const { exec, pictures, ledger } = scene
  for (const { id, name, arguments: args, began, reply } of replay.calls) {
    if (reply !== undefined) {
      for (const context of reply.contexts ?? []) exec.deferContext(context)
      if (reply.concludes === true) exec.concludeTurn()
      pictures.restore(reply.images ?? [])
      if (name === '$show' && reply.ok) showAgain(scene, args)
    }
    if (replay.isPast(id)) ledger.recorded(id, name, { state: stateOf(reply?.ok, began) })
  }
  tellResumed(scene, replay)
  retellCalls(scene, replay.calls)
}

/** A host may have other limits by now. */
function showAgain({ pictures, note }: RunScene, args: JsonValue): void {
  try {
    pictures.show(args)
  } catch (error) {
    note(messageOf(error))
  }
}

const stateOf = (ok: boolean | undefined, began: boolean): 'ok' | 'failed' | 'started' =>
  ok === true ? 'ok' : ok === false || !began ? 'failed' : 'started'

function tellResumed({ exec }: RunScene, { calls, image }: Replay): void {
  const { callId, agent } = exec
  const recorded = calls.filter(({ reply }) => reply !== undefined).length
  const unknown = calls.filter(({ reply, began }) => reply === undefined && began).length
  const from = image === undefined ? 'journal' : 'image'
  agent?.events?.append('tool/code-resumed', { callId, from, recorded, unknown })
}

/**
 * Tells the log of the calls that an earlier process made: how they ended, or that nobody knows. What it has of them it has, so
 * that each is told of once; the rest was on its way when the process ended.
 * @throws what the log throws.
 */
function retellCalls({ bridge, exec, log }: RunScene, calls: readonly RecordedCall[]): void {
  if (!log.isOpen) return
  for (const { id, name, arguments: args, began, reply } of calls) {
    if (!wasStarted(name, began, reply)) continue
    const definition = bridge.tools.get(name, exec.agent)
    // Of a tool that is gone nobody knows what is secret.
    const told: JsonValue = definition === undefined ? null : redactPointers(args, definition.secrets ?? [])
    const call = { callId: subCallId(exec.callId, id), name, arguments: told }
    log.started(call)
    void log.ended(call, endOf(reply))
  }
}

/** Whether it came as far as its start event: what a limit refused did not, nor what is answered here. */
function wasStarted(name: string, began: boolean, reply: JournalReply | undefined): boolean {
  if (name.startsWith('$')) return false
  return began || (reply !== undefined && reply.code !== 'CODE_PENDING_LIMIT')
}

function endOf(reply: JournalReply | undefined): LoggedEnd {
  if (reply === undefined) {
    const error = { name: 'OutcomeUnknownError', code: 'OUTCOME_UNKNOWN' }
    const message = 'Error: the outcome of this call is not known: the process ended while it ran'
    return { isError: true, content: [text(message)], error }
  }
  if (reply.ok) return { isError: false, content: [text('(what it returned was not logged)')] }
  const content = [text(`Error: ${reply.text}`)]
  return {
    isError: true,
    content,
    ...(reply.code !== undefined && { error: { name: 'ToolCallError', code: reply.code } }),
  }
}
