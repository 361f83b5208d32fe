import { isWholeLine, parseWholeLine, readWholeLine, type DiskFile } from '@millrace/host'
import { shown, type SessionEvent, type SessionHeader } from '@millrace/protocol'
import { SessionError } from '../contract/session-error.ts'
import { corrupt, readEvent } from './event.ts'
import type { KnownEvents } from './event-shapes.ts'
import { isCount, isRecord, readHeader } from './header.ts'
import { stretches, type Stretch } from './line-scanner.ts'
import { quotedPath } from './quoted.ts'

/** A log as it stands on the disk. */
export interface LogContents {
  readonly header: SessionHeader
  readonly events: readonly SessionEvent[]
  /** The sequence number that comes next. */
  readonly next: number
  /** The time of the last event, or of the header. */
  readonly time: number
  /** Bytes of all whole lines. */
  readonly wholeBytes: number
  /** Bytes behind them, which are no whole event. */
  readonly tornBytes: number
}

/**
 * Reads a whole log.
 *
 * @param path - of the file, for messages.
 * @throws SessionError `SESSION_CORRUPT` where something is damaged that no crash of a writer explains;
 * `SESSION_UNSUPPORTED` for another format, version or a required event that is not known.
 */
export async function readLog(file: DiskFile, path: string, known: KnownEvents): Promise<LogContents> {
  const reading = new LogReading(path, known)
  for await (const found of stretches(file)) {
    for (const stretch of found) reading.take(stretch)
  }
  return reading.end()
}

class LogReading {
  private readonly path: string
  private readonly known: KnownEvents
  private readonly events: SessionEvent[] = []
  private header: SessionHeader | undefined
  private writtenBy = ''
  private next = 0
  private time = 0
  private line = 0
  private bytes = 0
  /** Where the first bad line stands, once one was met. */
  private bad: { readonly line: number; readonly offset: number } | undefined

  constructor(path: string, known: KnownEvents) {
    this.path = path
    this.known = known
  }

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

  end(): LogContents {
    const { header, events, next, time, bytes } = this
    if (header === undefined) {
      throw new SessionError(
        'SESSION_CORRUPT',
        `the session log ${this.quoted} is empty: it was never begun; remove the session`,
      )
    }
    const wholeBytes = this.bad?.offset ?? bytes
    return { header, events, next, time, wholeBytes, tornBytes: bytes - wholeBytes }
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
      this.header = readHeader(parsed, this.where(line, offset))
      this.time = this.header.time
      const versions = Object.entries(this.header.versions).map((entry) => entry.join(' '))
      this.writtenBy = shown(versions.join(', ')) || 'an unknown version'
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
