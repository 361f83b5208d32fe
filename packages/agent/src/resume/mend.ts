import { text, type SessionEvent, type SessionEventMap, type SessionEventType } from '@millrace/protocol'
import type { SessionLog } from '../contract/session.ts'
import { msOf, type History, type OpenCallRecord, type OpenTurnRecord, type ProgramCall } from './history.ts'
import type { Interruption } from './interrupted.ts'

const unknownOutcome =
  'the outcome of this call is not known: the session ended while it was under way, and it was not run again; find out what it changed before you make it again'

const unanswered = 'the session ended before there was an answer'

/** How a turn that was cut off is told to have ended. */
export const cutOff = 'the session ended while the turn was under way'

/**
 * Closes what an interrupted session left open, each thing once: questions as cancelled, calls with an unknown outcome, turns as interrupted,
 * sub-agents. Nothing runs. What has been closed is not open the next time.
 * @param kept - stays open, as it can go on.
 */
export function mend(log: SessionLog, history: History, kept?: Interruption): void {
  const append: Append = (agent, type, data) => {
    const event = log.append(type, data, agent === undefined ? {} : { agent })
    history.add(event as SessionEvent)
    return event.seq
  }
  for (const { agent, asked } of Array.from(history.openQuestions.values())) {
    append(agent, 'approval/decided', { ...asked, outcome: 'cancelled', by: 'millrace', message: unanswered })
  }
  const spared = new Set(kept && [kept.call, ...kept.later].map(({ callId }) => callId))
  for (const call of Array.from(history.openCalls.values())) {
    if (!spared.has(call.callId)) closeCall(call, history.programs.get(call.callId), append)
  }
  // Those of sub-agents first: they ran within the others.
  const turns = [...history.openTurns.values()].toSorted((one, other) => other.startedAt - one.startedAt)
  for (const open of turns.filter(({ agent }) => agent !== undefined)) closeTurn(open, history, append)
  for (const { agent, agentId, parentCallId } of [...history.openSubAgents.values()].toReversed()) {
    append(agent, 'agent/ended', { agentId, parentCallId, reason: 'interrupted' })
  }
  const own = history.openTurns.get(undefined)
  if (own !== undefined && kept === undefined) closeTurn(own, history, append)
}

/** Appends an event of an agent. @returns its number. */
export type Append = <T extends SessionEventType>(
  agent: string | undefined,
  type: T,
  data: SessionEventMap[T],
) => number

/** Gives a call that was cut off its result, and before that each call of its program that has none. */
export function closeCall(
  call: OpenCallRecord,
  made: ReadonlyMap<string, ProgramCall> | undefined,
  append: Append,
): void {
  const { agent, callId, name, arguments: args, turn, step } = call
  const callSeq = call.callSeq ?? append(agent, 'tool/call', { turn, step, callId, name, arguments: args })
  if (made !== undefined) closeProgramCalls(made, append)
  append(agent, 'tool/result', { turn, step, callId, callSeq, ...unknownResult() })
}

/** Ends the calls of a program that were under way. */
export function closeProgramCalls(made: ReadonlyMap<string, ProgramCall>, append: Append): void {
  for (const { agent, started, isOpen } of made.values()) {
    if (isOpen) append(agent, 'tool/code-dispatch', { ...started, ...unknownResult() })
  }
}

function unknownResult(): Pick<SessionEventMap['tool/result'], 'content' | 'isError' | 'error'> {
  return {
    content: [text(`Error: ${unknownOutcome}`)],
    isError: true,
    error: { name: 'OutcomeUnknownError', code: 'OUTCOME_UNKNOWN' },
  }
}

function closeTurn(open: OpenTurnRecord, history: History, append: Append): void {
  const { agent, turn } = open
  const current = history.openTurns.get(agent) ?? open
  const ms = msOf(current)
  append(agent, 'turn/end', {
    turn,
    reason: 'interrupted',
    message: cutOff,
    totals: current.meter.session.totals({ ms }),
    session: history.meter.session.totals(agent === undefined ? { ms } : {}),
  })
}
