import { counted } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'

/** What was found out about a log, and whether it is as it should be. */
export interface Finding {
  readonly holds: boolean
  readonly words: string
}

/** Checks that a crash doubled nothing and lost nothing: by the events of the session as they stand on the disk. */
export function checkSession(events: readonly SessionEvent[]): readonly Finding[] {
  return [oneResultEach(events), sameQuestion(events), isOver(events)]
}

function oneResultEach(events: readonly SessionEvent[]): Finding {
  const began = idsOf(events, 'tool/call', 'tool/code-dispatch-start')
  const ended = idsOf(events, 'tool/result', 'tool/code-dispatch')
  const calls = new Set(began)
  const isOnce = (ids: readonly string[]): boolean => new Set(ids).size === ids.length
  const holds = isOnce(ended) && ended.length === calls.size && ended.every((id) => calls.has(id))
  const words = `${counted(calls.size, 'call')}, ${counted(ended.length, 'result')}`
  return { holds, words: holds ? `${words}: exactly one for each call` : `${words}, which do not match` }
}

function idsOf(events: readonly SessionEvent[], ...types: readonly SessionEvent['type'][]): string[] {
  return events.flatMap((event) => {
    if (!types.includes(event.type)) return []
    const { callId, subCallId } = event.data as { readonly callId?: string; readonly subCallId?: string }
    return subCallId ?? callId ?? []
  })
}

function sameQuestion(events: readonly SessionEvent[]): Finding {
  const asked = events.flatMap((event) => (event.type === 'approval/asked' ? [event.data] : []))
  const [first, second] = asked
  const holds =
    asked.length === 2 &&
    first?.callId === second?.callId &&
    first?.argumentsHash === second?.argumentsHash &&
    first?.reason === second?.reason
  return {
    holds,
    words: holds
      ? `the question before the kill and the one after it are the same: call ${first?.callId}, arguments ${first?.argumentsHash.slice(0, 12)}…`
      : `${counted(asked.length, 'question')}, and not the same one before and after the kill`,
  }
}

function isOver(events: readonly SessionEvent[]): Finding {
  const ends = events.filter(({ type }) => type === 'turn/end').length
  const resumed = events.flatMap((event) => (event.type === 'tool/code-resumed' ? [event.data] : []))
  const [how] = resumed
  const holds = ends === 1 && resumed.length === 1
  const from = how?.from === 'image' ? 'the snapshot of its machine' : 'its first line, against its journal'
  return {
    holds,
    words: holds
      ? `one turn, which went on from ${from}; ${counted(how?.recorded ?? 0, 'outcome')} used again, ${how?.unknown} unknown`
      : `${counted(ends, 'end')} of the turn, ${counted(resumed.length, 'time')} gone on`,
  }
}
