import { text, type SessionEvent, type SessionEventMap, type SessionEventType } from '@millrace/protocol'
import type { SessionLog } from '../contract/session.ts'
import type { History, OpenCallRecord, OpenTurnRecord } from './history.ts'

const unknownOutcome =
  'the outcome of this call is not known: the session ended while it was under way, and it was not run again; find out what it changed before you make it again'

const unanswered = 'the session ended before there was an answer'

/**
 * Closes what an interrupted session left open, each thing once: questions as cancelled, calls with an unknown outcome, turns as interrupted,
 * sub-agents. Nothing runs. What has been closed is not open the next time.
 */
export function mend(log: SessionLog, history: History): void {
  const append = <T extends SessionEventType>(
    agent: string | undefined,
    type: T,
    data: SessionEventMap[T],
  ): number => {
    const event = log.append(type, data, agent === undefined ? {} : { agent })
    history.add(event as SessionEvent)
    return event.seq
  }
  for (const { agent, asked } of Array.from(history.openQuestions.values())) {
    append(agent, 'approval/decided', { ...asked, outcome: 'cancelled', by: 'millrace', message: unanswered })
  }
  for (const call of Array.from(history.openCalls.values())) closeCall(call, append)
  // Those of sub-agents first: they ran within the others.
  const turns = [...history.openTurns.values()].toSorted((one, other) => other.startedAt - one.startedAt)
  for (const open of turns.filter(({ agent }) => agent !== undefined)) closeTurn(open, history, append)
  for (const { agent, agentId, parentCallId } of [...history.openSubAgents.values()].toReversed()) {
    append(agent, 'agent/ended', { agentId, parentCallId, reason: 'interrupted' })
  }
  const own = history.openTurns.get(undefined)
  if (own !== undefined) closeTurn(own, history, append)
}

type Append = <T extends SessionEventType>(
  agent: string | undefined,
  type: T,
  data: SessionEventMap[T],
) => number

function closeCall(call: OpenCallRecord, append: Append): void {
  const { agent, callId, name, arguments: args, turn, step } = call
  const callSeq = call.callSeq ?? append(agent, 'tool/call', { turn, step, callId, name, arguments: args })
  append(agent, 'tool/result', {
    turn,
    step,
    callId,
    callSeq,
    content: [text(`Error: ${unknownOutcome}`)],
    isError: true,
    error: { name: 'OutcomeUnknownError', code: 'OUTCOME_UNKNOWN' },
  })
}

function closeTurn(open: OpenTurnRecord, history: History, append: Append): void {
  const { agent, turn, startedAt } = open
  const { meter, lastAt } = history.openTurns.get(agent) ?? open
  const ms = lastAt - startedAt
  append(agent, 'turn/end', {
    turn,
    reason: 'interrupted',
    message: 'the session ended while the turn was under way',
    totals: meter.session.totals({ ms }),
    session: history.meter.session.totals(agent === undefined ? { ms } : {}),
  })
}
