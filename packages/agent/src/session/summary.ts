import { readWholeLine, type Disk, type DiskFile } from '@millrace/host'
import type { SessionEvent, SessionHeader, Totals, TurnEndReason } from '@millrace/protocol'
import type { SessionSummary } from '../contract/session.ts'
import { SessionError } from '../contract/session-error.ts'
import { eventProblem } from './event.ts'
import type { KnownEvents } from './event-shapes.ts'
import { isCount, isRecord, longestHeader } from './header.ts'
import { asBuffer, linesOf } from './line-scanner.ts'
import { glance, headOf, type Head } from './log-head.ts'
import { quoted, quotedPath } from './quoted.ts'
import { fileOf } from './session-id.ts'
import { titleIn } from './words.ts'

/** A session in a list, apart from whether somebody writes to it. */
export type Glance = Omit<SessionSummary, 'live'>

/**
 * A session from its first and last lines, in constant memory.
 *
 * @throws SessionError where the log cannot be read.
 */
export async function glanceAt(disk: Disk, { id, modifiedAt, known }: GlancePlace): Promise<Glance> {
  const path = `${disk.path}/${fileOf(id)}`
  const file = await disk.open(fileOf(id), 'read')
  try {
    const bytes = await file.size()
    const head = await headOf(file, path)
    requireOwn(head.header, id, path)
    const events = eventsIn(head.rest, known)
    const title = (await titleOf(file, head, events, known)) ?? ''
    const tail = await tailEvents(file, bytes, head, known)
    const lastAt = tail.at(-1)?.time ?? (bytes > head.end ? modifiedAt : head.header.time)
    return { id, header: head.header, title, lastAt, bytes, ...endOf(tail) }
  } finally {
    await file.close()
  }
}

/** Which session is looked at. */
export interface GlancePlace {
  readonly id: string
  readonly modifiedAt: number
  readonly known: KnownEvents
}

/** The header must say the id by which the file is found. */
export function requireOwn(header: SessionHeader, id: string, path: string): void {
  if (header.id === id) return
  throw new SessionError(
    'SESSION_CORRUPT',
    `the session log ${quotedPath(path)} is that of session ${quoted(header.id)}; give the file its own name again`,
  )
}

/** A first message that is longer than a glance is looked for a little further. */
async function titleOf(
  file: DiskFile,
  { end, rest }: Head,
  events: readonly SessionEvent[],
  known: KnownEvents,
): Promise<string | undefined> {
  for (const event of events) {
    const title = titleIn(event)
    if (title !== undefined) return title
  }
  const cut = rest.subarray(rest.lastIndexOf(10) + 1)
  if (!cut.subarray(0, 200).includes('"type":"user/message"')) return undefined
  const from = end + rest.length - cut.length
  const [event] = eventsIn(asBuffer(await file.read(from, longestHeader)), known)
  return event === undefined ? undefined : titleIn(event)
}

async function tailEvents(
  file: DiskFile,
  bytes: number,
  head: Head,
  known: KnownEvents,
): Promise<readonly SessionEvent[]> {
  const from = Math.max(head.end, bytes - glance)
  const tail = asBuffer(await file.read(from, glance))
  const start = from === head.end ? 0 : tail.indexOf(10) + 1
  return start === 0 && from !== head.end ? [] : eventsIn(tail.subarray(start), known)
}

/** How the last turn of the session itself ended, as far as the events tell. */
export function endOf(events: readonly SessionEvent[]): { ended?: TurnEndReason; totals?: Totals } {
  let isOver = true
  for (const event of events.toReversed()) {
    if (event.agent !== undefined) continue
    if (event.type === 'turn/end') {
      const { reason, session } = event.data
      return { ...(isOver ? { ended: reason } : undefined), totals: session }
    }
    if (event.type === 'turn/start') isOver = false
  }
  return {}
}

/** The whole and known events of a part of a log. */
function eventsIn(bytes: Buffer, known: KnownEvents): SessionEvent[] {
  return linesOf(bytes, 0).flatMap(
    ({ start, end }) => soundEvent(readWholeLine(bytes, start, end), known) ?? [],
  )
}

/** A parsed line as an event, where it is one that this version knows, with the data of its type. */
export function soundEvent(parsed: unknown, known: KnownEvents): SessionEvent | undefined {
  if (!isRecord(parsed) || !isCount(parsed['seq']) || !isCount(parsed['time'])) return undefined
  const { type, data } = parsed
  if (typeof type !== 'string' || !known.has(type)) return undefined
  return eventProblem(type, data, known) === undefined ? (parsed as unknown as SessionEvent) : undefined
}
