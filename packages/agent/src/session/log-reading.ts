import { isWholeLine, parseWholeLine, readWholeLine } from '@millrace/host'
import { shown, type SessionEvent, type SessionHeader } from '@millrace/protocol'
import type { LogPlace } from '../contract/session.ts'
import { SessionError } from '../contract/session-error.ts'
import { corrupt, readEvent } from './event.ts'
import type { KnownEvents } from './event-shapes.ts'
import { isCount, isRecord, readHeader } from './header.ts'
import type { Stretch } from './line-scanner.ts'
import { quotedPath } from './quoted.ts'

/** A place in the middle of a log, and what is known of the log there. */
export interface ReadingStart {
  readonly header: SessionHeader
  readonly place: LogPlace
}

/** A log that is read line by line: what is whole, what is torn, and what is damaged. */
export class LogReading {
  private readonly path: string
  private readonly known: KnownEvents
  private events: SessionEvent[] = []
  private header: SessionHeader | undefined
  private writtenBy = ''
  private next = 0
  private time = 0
  private line = 0
  private bytes = 0
  /** Where the first bad line stands, once one was met. */
  private bad: { readonly line: number; readonly offset: number } | undefined

  /** @param path - of the file, for messages. @param start - where it does not begin with the first line. */
  constructor(path: string, known: KnownEvents, start?: ReadingStart) {
    this.path = path
    this.known = known
    if (start === undefined) return
    const { header, place } = start
    this.begin(header)
    this.next = place.seq
    this.time = place.time
    this.bytes = place.bytes
    // Every line is one event, and the header is the first.
    this.line = place.seq + 1
  }

  /** @throws SessionError `SESSION_CORRUPT`, `SESSION_UNSUPPORTED`. */
  take(stretch: Stretch): void {
    const { bytes, start, end, offset, isEnded } = stretch
    this.line++
    this.bytes = offset + (end - start) + (isEnded ? 1 : 0)
    if (this.bad !== undefined) this.judge(stretch)
    else if (isEnded && isWholeLine(bytes, start, end)) this.accept(stretch)
    else {
      this.bad = { line: this.line, offset }
      if (this.header === undefined) throw this.headerFailure(stretch)
      this.judge(stretch)
    }
  }

  /** The header. @throws SessionError `SESSION_CORRUPT` where the log ended before one came. */
  get begun(): SessionHeader {
    if (this.header !== undefined) return this.header
    throw new SessionError(
      'SESSION_CORRUPT',
      `the session log ${this.quoted} is empty: it was never begun; remove the session`,
    )
  }

  /** Behind the last whole line. */
  get place(): LogPlace {
    return { seq: this.next, bytes: this.bad?.offset ?? this.bytes, time: this.time }
  }

  /** Bytes behind that, which are no whole event. */
  get tornBytes(): number {
    return this.bytes - this.place.bytes
  }

  /** The events since the last time. */
  takenEvents(): readonly SessionEvent[] {
    const taken = this.events
    this.events = []
    return taken
  }

  private get quoted(): string {
    return quotedPath(this.path)
  }

  private where(line: number, offset: number): string {
    return `line ${line} (byte ${offset}) of the session log ${this.quoted}`
  }

  private accept(stretch: Stretch): void {
    const { line } = this
    const { offset } = stretch
    const parsed = this.parsed(stretch)
    if (this.header === undefined) {
      this.begin(readHeader(parsed, this.where(line, offset)))
      return
    }
    const place = {
      seq: this.next,
      time: this.time,
      where: () => this.where(line, offset),
      writtenBy: this.writtenBy,
    }
    const event = readEvent(parsed, this.known, place)
    this.next++
    // Its envelope was found right, skipped or not.
    this.time = (parsed as { time: number }).time
    if (event !== undefined) this.events.push(event)
  }

  private begin(header: SessionHeader): void {
    this.header = header
    this.time = header.time
    const versions = Object.entries(header.versions).map((entry) => entry.join(' '))
    this.writtenBy = shown(versions.join(', ')) || 'an unknown version'
  }

  private parsed({ bytes, start, end, offset }: Stretch): unknown {
    try {
      return parseWholeLine(bytes, start, end)
    } catch {
      throw corrupt(this.where(this.line, offset), 'a right checksum and no JSON')
    }
  }

  /**
   * Behind a bad line, which is the tail that a crash left unless something shows that it was whole once: an event that says
   * that it was durable, or the very event that comes next, so that bytes were put in between.
   */
  private judge({ bytes, start, end, isEnded }: Stretch): void {
    const found = isEnded ? wholeLineIn(bytes, start, end) : undefined
    if (found === undefined || this.bad === undefined) return
    const { seq, synced } = isRecord(found) ? found : {}
    const isExplained = isCount(seq) && seq > this.next && !(isCount(synced) && synced > this.next)
    if (isExplained) return
    const { line, offset } = this.bad
    throw corrupt(this.where(line, offset), 'bytes that are no event, and whole events follow')
  }

  private headerFailure({ isEnded, bytes, start, end }: Stretch): SessionError {
    const isPadding = !isEnded && bytes.subarray(start, end).every((byte) => byte === 0)
    if (isPadding) {
      const what = `the session log ${this.quoted} has only NUL bytes: it was never begun; remove the session`
      return new SessionError('SESSION_CORRUPT', what)
    }
    if (!isEnded) {
      const what = `the session log ${this.quoted} ends within its header: it was never begun; remove the session`
      return new SessionError('SESSION_CORRUPT', what)
    }
    return corrupt(this.where(1, 0), 'a header whose checksum is wrong')
  }
}

const beginning = '{"seq":'

/** The line that ends here, also where other bytes stand before it: within an event such a beginning never occurs. */
function wholeLineIn(bytes: Buffer, start: number, end: number): unknown {
  const from = isWholeLine(bytes, start, end)
    ? start
    : bytes.subarray(start, end).lastIndexOf(beginning) + start
  return from < start ? undefined : readWholeLine(bytes, from, end)
}
