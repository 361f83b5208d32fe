import type { Clock, DiskFile, DiskLock } from '@millrace/host'
import type { SessionEvent, SessionEventMap, SessionEventType, SessionHeader } from '@millrace/protocol'
import type { AppendOptions, Flushing, SessionLog } from '../contract/session.ts'
import { SessionError } from '../contract/session-error.ts'
import { checkedData } from './checked-data.ts'
import { newEvent } from './event.ts'
import type { KnownEvents } from './event-shapes.ts'
import { encodeLine, longestLine, markDurable } from './line.ts'
import { LogWriter } from './log-writer.ts'
import { Watchers } from './watchers.ts'
import { quotedPath } from './quoted.ts'

/** A log file that this process has to itself, at the point where it goes on. */
export interface LogStart {
  readonly header: SessionHeader
  /** Sequence number of the next event. */
  readonly next: number
  /** No event is older. */
  readonly time: number
  readonly file: DiskFile
  readonly path: string
  readonly position: number
  readonly lock: DiskLock
  readonly flushing: Flushing
  readonly clock: Clock
  readonly known: KnownEvents
  readonly warn: (message: string) => void
  /** Hears that the log let go of everything. */
  readonly onClosed: () => void
}

/** The log of a session in a file of lines. */
export class JsonlLog implements SessionLog {
  readonly header: SessionHeader
  private readonly start: LogStart
  private readonly writer: LogWriter
  private readonly watchers: Watchers<SessionEvent>
  private count: number
  private time: number
  /** How many events are known to be durable, and how many the log already says are. */
  private durable: number
  private marked: number
  private closing: Promise<void> | undefined

  constructor(start: LogStart) {
    this.start = start
    this.header = start.header
    this.writer = new LogWriter(start)
    this.watchers = new Watchers((problem) => {
      start.warn(`A watcher of the session log ${quotedPath(start.path)} failed: ${problem}`)
    })
    this.count = start.next
    this.time = start.time
    // What was never synced is claimed by nobody.
    this.durable = start.flushing === 'never' ? 0 : start.next
    this.marked = 0
  }

  get next(): number {
    return this.count
  }

  get failure(): Error | undefined {
    return this.writer.failure
  }

  append<T extends SessionEventType>(
    type: T,
    data: SessionEventMap[T],
    options: AppendOptions = {},
  ): SessionEvent<T> {
    this.requireOpen()
    const kept = checkedData(type, data, options, this.start.known)
    const now = Math.trunc(this.start.clock.now())
    const time = now > this.time && Number.isSafeInteger(now) ? now : this.time
    const event = newEvent({ seq: this.count, time }, type, kept, options)
    if (this.durable > this.marked) markDurable(event, this.durable)
    const line = this.encoded(event)
    this.marked = this.durable
    this.count++
    this.time = time
    this.writer.write(line)
    this.watchers.tell(event)
    return event as SessionEvent<T>
  }

  async flush(): Promise<void> {
    const { count } = this
    await (this.closing ?? this.writer.flush())
    if (this.start.flushing !== 'never') this.durable = Math.max(this.durable, count)
  }

  watch(listener: (event: SessionEvent) => void): () => void {
    return this.watchers.add(listener)
  }

  close(): Promise<void> {
    this.closing ??= this.letGo()
    return this.closing
  }

  private requireOpen(): void {
    if (this.writer.failure !== undefined) throw this.writer.failure
    if (this.closing === undefined) return
    throw new SessionError(
      'SESSION_CLOSED',
      `the session log ${quotedPath(this.start.path)} is closed; open the session again`,
    )
  }

  private encoded(event: SessionEvent): Uint8Array {
    const line = lineOf(event)
    if (line !== undefined && line.length <= longestLine) return line
    throw new SessionError(
      'SESSION_UNSUPPORTED',
      `an event "${event.type}" cannot be logged: its line would be longer than ${longestLine} bytes; keep large data in files`,
    )
  }

  private async letGo(): Promise<void> {
    const { file, lock, onClosed } = this.start
    try {
      await this.writer.flush()
    } finally {
      try {
        await file.close()
      } finally {
        // Only now may another process write.
        await lock.release()
        onClosed()
      }
    }
  }
}

/** The line of an event; nothing where it is longer than a text can be. */
function lineOf(event: SessionEvent): Uint8Array | undefined {
  try {
    return encodeLine(event)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
