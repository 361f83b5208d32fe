import type { Presenters } from '@millrace/cards'
import type { SessionLog, SessionStore } from '@millrace/agent/session'
import type { SessionEvent, SessionEventMap, SessionEventType } from '@millrace/protocol'
import type { SessionListener, SessionSource } from '@millrace/web'
import type { SessionActivity } from '@millrace/web/wire'

/** A session of a fake host: a real log in memory that a test writes, or an agent that plays a script. */
export class FakeSession {
  readonly log: SessionLog
  /** Sources that are open. */
  open = 0
  /** How often the log was read from some place on. */
  reads = 0
  readonly #store: SessionStore
  readonly #presenters: Presenters
  readonly #listeners = new Set<SessionListener>()
  #activity: SessionActivity

  constructor(store: SessionStore, log: SessionLog, presenters: Presenters, activity: SessionActivity) {
    this.#store = store
    this.log = log
    this.#presenters = presenters
    this.#activity = activity
  }

  get id(): string {
    return this.log.header.id
  }

  get activity(): SessionActivity {
    return this.#activity
  }

  /** The agent begins or ends to work. */
  set activity(activity: SessionActivity) {
    this.#activity = activity
    for (const listener of this.#listeners) listener.activity(activity)
  }

  /** Adds an event, as an agent would. */
  append<T extends SessionEventType>(type: T, data: SessionEventMap[T], agent?: string): SessionEvent<T> {
    return this.log.append(type, data, agent === undefined ? {} : { agent })
  }

  /** What a host gives to whoever looks at it. */
  source(): SessionSource {
    this.open++
    let isClosed = false
    return {
      header: this.log.header,
      presenters: this.#presenters,
      activity: () => this.#activity,
      pages: (after, signal) => this.#pages(after, signal),
      tail: (mostBytes) => this.#store.tail(this.id, mostBytes),
      watch: (listener) => {
        this.#listeners.add(listener)
        const unwatch = this.log.watch((event) => listener.event(event))
        return () => {
          this.#listeners.delete(listener)
          unwatch()
        }
      },
      close: () => {
        if (!isClosed) this.open--
        isClosed = true
      },
    }
  }

  async *#pages(after: number, signal: AbortSignal): AsyncGenerator<readonly SessionEvent[]> {
    this.reads++
    for await (const { events } of this.#store.pages(this.id, { seq: after + 1, bytes: 0, time: 0 })) {
      signal.throwIfAborted()
      yield events
    }
  }
}
