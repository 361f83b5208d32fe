import { count, duration } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { timeOfDay } from '../../words/times.ts'
import type { OpenSession } from '../store/open-session.ts'
import { scrubberWords } from './words.ts'

/** The moment in words: which event, when it was, and how long after the beginning. */
export function momentWords(session: OpenSession, position: number): readonly string[] {
  const words = scrubberWords.value
  const { events } = session
  if (position === 0 || events.length === 0) return [words.none]
  const event = events.at(Math.min(position, events.length) - 1)
  const begun = session.header.value?.time ?? events.at(0).time
  return [
    words.of(count(position), count(events.length)),
    escapeVisible(event.type),
    timeOfDay(event.time),
    `+${duration(event.time - begun)}`,
  ]
}

/** What stands beside the track. */
export function MomentFacts({
  session,
  position,
}: {
  readonly session: OpenSession
  readonly position: number
}): JSX.Element {
  const [where, type, time, offset] = momentWords(session, position)
  return (
    <p class="scrubber-facts">
      <span>{where}</span>
      {type !== undefined && <code>{type}</code>}
      {time !== undefined && <time>{time}</time>}
      {offset !== undefined && <span>{offset}</span>}
    </p>
  )
}
