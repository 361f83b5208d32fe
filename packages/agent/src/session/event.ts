import { ignorableEvents, type SessionEvent, type SessionEventType } from '@millrace/protocol'
import type { AppendOptions } from '../contract/session.ts'
import { SessionError } from '../contract/session-error.ts'
import type { KnownEvents } from './event-shapes.ts'
import { isCount, isRecord } from './header.ts'
import { markDurable } from './line.ts'
import { compileShape, misshapen } from './shape.ts'
import { quoted } from './quoted.ts'

const anyData = compileShape('record')

/** What is wrong with an event's type or data, in words. */
export function eventProblem(type: string, data: unknown, known: KnownEvents): string | undefined {
  return misshapen(data, known.get(type) ?? anyData, 'data')
}

/** Where an event stands, and what came before it. */
export interface EventPlace {
  readonly seq: number
  /** Its time is no less. */
  readonly time: number
  /** The line, for messages. */
  readonly where: () => string
  /** Who wrote the log, for messages. */
  readonly writtenBy: string
}

/**
 * The event of a line with a right checksum; `undefined` for one of an unknown type that may be skipped.
 *
 * @throws SessionError `SESSION_CORRUPT`, `SESSION_UNSUPPORTED`.
 */
export function readEvent(parsed: unknown, known: KnownEvents, place: EventPlace): SessionEvent | undefined {
  const record = isRecord(parsed) ? parsed : {}
  const { type, data } = record
  const problem = envelopeProblem(record, place)
  if (problem !== undefined) throw corrupt(place.where(), problem)
  if (!known.has(type as string)) {
    if (record['ignorable'] === true) return undefined
    throw new SessionError(
      'SESSION_UNSUPPORTED',
      `${place.where()} has an event of the type ${quoted(type)}, which must be understood and is not known here; ` +
        `the log was written by ${place.writtenBy}: use that version, or add the plugin whose events these are`,
    )
  }
  const misfit = eventProblem(type as string, data, known)
  if (misfit !== undefined) throw corrupt(place.where(), `an event "${String(type)}" whose ${misfit}`)
  return eventOf(record)
}

/** The error for a line that was written whole and says what cannot be. */
export function corrupt(where: string, problem: string): SessionError {
  return new SessionError(
    'SESSION_CORRUPT',
    `${where} is damaged: it has ${problem}; restore the file from a copy, or cut it before that line`,
  )
}

function envelopeProblem(record: Record<string, unknown>, { seq, time }: EventPlace): string | undefined {
  const { type, agent, ignorable, synced } = record
  if (record['seq'] !== seq) {
    return `the sequence number ${quoted(record['seq'])} where ${seq} must come`
  }
  if (!isCount(record['time'])) return 'no time in whole milliseconds'
  if (record['time'] < time) return `the time ${record['time']}, which is before that of the event before it`
  if (typeof type !== 'string' || type === '') return 'no type'
  if (agent !== undefined && (typeof agent !== 'string' || agent === '')) return 'an "agent" that is no id'
  if (ignorable !== undefined && ignorable !== true) return 'an "ignorable" that is not true'
  if (synced !== undefined && !(isCount(synced) && synced <= seq))
    return 'a "synced" that is no event before it'
  return isRecord(record['data']) ? undefined : 'no data'
}

/** An event as a log keeps it. @param data - not copied. */
export function newEvent(
  { seq, time }: Pick<EventPlace, 'seq' | 'time'>,
  type: SessionEventType,
  data: unknown,
  { agent, ignorable }: AppendOptions,
): SessionEvent {
  return Object.freeze({
    seq,
    time,
    type,
    ...(agent !== undefined && { agent }),
    ...((ignorable === true || ignorableEvents.has(type)) && { ignorable: true }),
    data,
  }) as unknown as SessionEvent
}

function eventOf(record: Record<string, unknown>): SessionEvent {
  const { synced } = record
  if (synced === undefined) return Object.freeze(record) as unknown as SessionEvent
  const { synced: _, ...rest } = record
  const event = Object.freeze(rest) as unknown as SessionEvent
  markDurable(event, synced as number)
  return event
}
