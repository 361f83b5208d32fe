import type { SessionEvent } from '@millrace/protocol'
import { CallHistory } from './call-history.ts'
import { PairHistory } from './pair-history.ts'
import { Problems } from './problems.ts'
import { TurnHistory } from './turn-history.ts'

/** What a history may be. */
export interface HistoryOptions {
  /** It breaks off, as the log of a process that was killed, or whose disk failed: what is under way at its end is no problem. */
  readonly isCut?: boolean
}

/**
 * What is wrong with the events of a session, one line each; nothing where all holds: numbers without gaps and times that do not go
 * back; exactly one result for each call, in the order of the model; turns one after the other, each with its end; one answer for
 * each question; nothing of a turn, a call or a sub-agent after its end.
 */
export function checkHistory(events: readonly SessionEvent[], options: HistoryOptions = {}): string[] {
  const problems = new Problems()
  const parts = [new CallHistory(problems), new TurnHistory(problems), new PairHistory(problems)]
  events.forEach((event, at) => {
    const before = events[at - 1]
    const expected = before === undefined ? 0 : before.seq + 1
    if (event.seq !== expected) problems.at(event, `event ${expected} was expected here`)
    if (!Number.isInteger(event.time) || event.time < (before?.time ?? 0))
      problems.at(event, `its time ${event.time} is none, or before that of the event before`)
    for (const part of parts) part.take(event)
  })
  if (options.isCut !== true) for (const part of parts) part.end()
  return problems.list
}
