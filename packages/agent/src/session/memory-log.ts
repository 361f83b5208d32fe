import type { Clock } from '@millrace/host'
import type {
  JsonValue,
  SessionEvent,
  SessionEventMap,
  SessionEventType,
  SessionHeader,
} from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import { SessionError } from '../contract/session-error.ts'
import type { AppendOptions, LogPlace, SessionLog, SessionPage, SessionTail } from '../contract/session.ts'
import { checkedData } from './checked-data.ts'
import type { KnownEvents } from './event-shapes.ts'
import { newEvent } from './event.ts'
import { pageBytes } from './read-pages.ts'
import { Watchers } from './watchers.ts'

/** Where time comes from, and which events can be logged. */
export interface MemorySource {
  readonly clock: Clock
  readonly known: KnownEvents
}

/** The log of one session that is kept in memory alone. */
export class MemoryLog implements SessionLog {
  readonly header: SessionHeader
  readonly failure: undefined = undefined
  readonly #clock: Clock
  readonly #known: KnownEvents
  readonly #events: SessionEvent[]
  readonly #watchers: Watchers<SessionEvent>
  #closed = false

  constructor(header: SessionHeader, { clock, known }: MemorySource, events: SessionEvent[] = []) {
    this.header = header
    this.#clock = clock
    this.#known = known
    this.#events = events
    this.#watchers = new Watchers((problem) => {
      process.emitWarning(`a listener of session ${header.id} failed: ${problem}`)
    })
  }

  get next(): number {
    return this.#events.length
  }

  get isOpen(): boolean {
    return !this.#closed
  }

  /** When the last event was appended. */
  get lastAt(): number {
    return this.#events.at(-1)?.time ?? this.header.time
  }

  /** What the session would take as text. */
  get bytes(): number {
    return this.#events.reduce((sum, event) => sum + bytesOf(event), 0)
  }

  events(): readonly SessionEvent[] {
    return this.#events.slice()
  }

  /** What comes from a place on; nothing where the log ends there. */
  page(from?: LogPlace): SessionPage | undefined {
    const start = from?.seq ?? 0
    let end = start
    for (let bytes = 0; end < this.next && bytes < pageBytes; end++) {
      bytes += bytesOf(this.#events[end] as SessionEvent)
    }
    if (end === start && from !== undefined) return undefined
    const time = this.#events[end - 1]?.time ?? this.header.time
    return { header: this.header, events: this.#events.slice(start, end), next: { seq: end, bytes: 0, time } }
  }

  /** What stands within so many bytes at the end. */
  tail(mostBytes: number): SessionTail {
    let bytes = 0
    const last = this.#events.findLastIndex((event) => (bytes += bytesOf(event)) > mostBytes)
    const next = { seq: this.next, bytes: 0, time: this.lastAt }
    return { header: this.header, events: this.#events.slice(last + 1), isWhole: last < 0, next }
  }

  /** The same session, open again. */
  reopened(): MemoryLog {
    return new MemoryLog(this.header, { clock: this.#clock, known: this.#known }, this.#events)
  }

  append<T extends SessionEventType>(
    type: T,
    data: SessionEventMap[T],
    options: AppendOptions = {},
  ): SessionEvent<T> {
    if (this.#closed) {
      throw new SessionError('SESSION_CLOSED', `session ${this.header.id} is closed; open it again to go on`)
    }
    const place = { seq: this.next, time: Math.max(this.#clock.now(), this.lastAt) }
    const event = newEvent(place, type, checkedData(type, data, options, this.#known), options)
    this.#events.push(event)
    this.#watchers.tell(event)
    return event as SessionEvent<T>
  }

  flush(): Promise<void> {
    return Promise.resolve()
  }

  watch(listener: (event: SessionEvent) => void): () => void {
    return this.#watchers.add(listener)
  }

  close(): Promise<void> {
    this.#closed = true
    return Promise.resolve()
  }
}

function bytesOf(event: SessionEvent): number {
  return Buffer.byteLength(printJson(event as JsonValue))
}
