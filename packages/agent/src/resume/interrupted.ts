import type { CallId } from '@millrace/protocol'
import { canContinueCall, type ToolRuntime } from '@millrace/tools'
import type { History, LoggedAnswer, OpenCallRecord, OpenTurnRecord, ProgramCall } from './history.ts'

/** A turn of the session's own agent that was cut off within a call, and that can go on from there. */
export interface Interruption {
  readonly turn: OpenTurnRecord
  /** The answer that asked for the call. */
  readonly answer: LoggedAnswer
  /** The call, whose `tool/call` is logged. */
  readonly call: OpenCallRecord & { readonly callSeq: number }
  /** Calls of the same answer behind it. They get their results after it. */
  readonly later: readonly OpenCallRecord[]
  /** Calls that its program has made, by their ids. */
  readonly made: ReadonlyMap<CallId, ProgramCall>
}

/** What can go on of what a session left open, if anything can. */
export async function interruptionIn(
  history: History,
  sessionId: string,
  tools: ToolRuntime,
): Promise<Interruption | undefined> {
  const turn = history.openTurns.get(undefined)
  const answer = turn?.answer
  if (turn === undefined || answer === undefined) return undefined
  const open = [...history.openCalls.values()].filter((call) => call.agent === undefined)
  for (const [at, call] of open.entries()) {
    const { callId, name, callSeq } = call
    if (callSeq === undefined || call.turn !== turn.turn) continue
    if (!(await canContinueCall(tools, name, { callId, sessionId }))) continue
    const made = new Map(history.programs.get(callId))
    return { turn, answer, call: { ...call, callSeq }, later: open.slice(at + 1), made }
  }
  return undefined
}
