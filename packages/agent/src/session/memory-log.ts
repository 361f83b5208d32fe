import type { Clock } from '@millrace/host'
import {
  ignorableEvents,
  type JsonValue,
  type SessionEvent,
  type SessionEventMap,
  type SessionEventType,
  type SessionHeader,
} from '@millrace/protocol'
import { printJson, snapshotJsonValue } from '@millrace/schema'
import { SessionError } from '../contract/session-error.ts'
import type { AppendOptions, SessionLog } from '../contract/session.ts'

type Listener = (event: SessionEvent) => void

/** The log of one session that is kept in memory alone. */
export class MemoryLog implements SessionLog {
  readonly header: SessionHeader
  readonly failure: undefined = undefined
  readonly #clock: Clock
  readonly #events: SessionEvent[]
  readonly #listeners = new Set<Listener>()
  #told = 0
  #telling = false
  #closed = false

  constructor(header: SessionHeader, clock: Clock, events: SessionEvent[] = []) {
    this.header = header
    this.#clock = clock
    this.#events = events
    this.#told = events.length
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
    return this.#events.reduce((sum, event) => sum + Buffer.byteLength(printJson(event as JsonValue)), 0)
  }

  events(): readonly SessionEvent[] {
    return this.#events.slice()
  }

  /** The same session, open again. */
  reopened(): MemoryLog {
    return new MemoryLog(this.header, this.#clock, this.#events)
  }

  append<T extends SessionEventType>(
    type: T,
    data: SessionEventMap[T],
    { agent, ignorable }: AppendOptions = {},
  ): SessionEvent<T> {
    if (this.#closed) {
      throw new SessionError('SESSION_CLOSED', `session ${this.header.id} is closed; open it again to go on`)
    }
    const event = Object.freeze({
      seq: this.#events.length,
      time: Math.max(this.#clock.now(), this.lastAt),
      type,
      ...(agent !== undefined && { agent }),
      ...((ignorable === true || ignorableEvents.has(type)) && { ignorable: true }),
      data: snapshotJsonValue(data),
    }) as unknown as SessionEvent<T>
    this.#events.push(event as SessionEvent)
    this.#tell()
    return event
  }

  flush(): Promise<void> {
    return Promise.resolve()
  }

  watch(listener: Listener): () => void {
    const own: Listener = (event) => listener(event)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  close(): Promise<void> {
    this.#closed = true
    this.#listeners.clear()
    return Promise.resolve()
  }

  /** In order, also where a listener appends. */
  #tell(): void {
    if (this.#telling) return
    this.#telling = true
    for (; this.#told < this.#events.length; this.#told++) {
      const event = this.#events[this.#told]!
      for (const listener of Array.from(this.#listeners)) {
        try {
          listener(event)
        } catch (error) {
          process.emitWarning(`a listener of session ${this.header.id} failed: ${String(error)}`)
        }
      }
    }
    this.#telling = false
  }
}
