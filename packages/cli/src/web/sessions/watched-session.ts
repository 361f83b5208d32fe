import type { LogPlace, SessionStore } from '@millrace/agent/session'
import type { Presenters } from '@millrace/cards'
import type { Disk } from '@millrace/host'
import type { SessionEvent, SessionHeader } from '@millrace/protocol'
import type { SessionListener, SessionSource } from '@millrace/web'
import type { SessionActivity } from '@millrace/web/wire'
import { FollowedLog } from './followed-log.ts'
import type { LiveSessions } from './live-sessions.ts'
import { LogPlaces } from './log-places.ts'

/** What a session is watched with. */
export interface WatchedSessionOptions {
  readonly header: SessionHeader
  readonly presenters: Presenters
  readonly store: Pick<SessionStore, 'pages' | 'tail'>
  readonly disk: Pick<Disk, 'facts' | 'lock'>
  readonly live: LiveSessions
  /** The sequence number of the last event when it was opened, as far as that is known; -1 without one. */
  readonly last: number
  /** Where its log went on then, as far as that is known. */
  readonly end: LogPlace | undefined
  /** Whether another process writes to it. */
  readonly isElsewhere: boolean
  /** Whether a message takes it up again. */
  readonly canGoOn: boolean
}

/**
 * One session for those who look at it: what stands in its log, and what comes to it, whoever writes it: this process, another
 * one, or first one and then the other.
 */
export class WatchedSession implements SessionSource {
  readonly header: SessionHeader
  readonly presenters: Presenters
  readonly #options: WatchedSessionOptions
  readonly #listeners = new Set<SessionListener>()
  readonly #places = new LogPlaces()
  readonly #follow: FollowedLog
  #isElsewhere: boolean
  /** The last event that listeners were told of, or had no need to. */
  #told: number
  #unhear: (() => void) | undefined

  constructor(options: WatchedSessionOptions) {
    const { header, presenters, store, disk, isElsewhere, last, end } = options
    this.header = header
    this.presenters = presenters
    this.#options = options
    this.#isElsewhere = isElsewhere
    this.#told = last
    if (end !== undefined) this.#places.add(end)
    this.#follow = new FollowedLog(
      {
        id: header.id,
        store,
        disk,
        places: this.#places,
        next: () => this.#told + 1,
        heard: (event) => this.#tell(event),
        written: (isWritten) => this.#written(isWritten),
        failed: (error) => this.#gone(error),
      },
      isElsewhere,
    )
  }

  activity(): SessionActivity {
    const { live, canGoOn, header } = this.#options
    const here = live.activity(header.id)
    if (here !== undefined) return here
    return this.#isElsewhere ? { at: 'elsewhere' } : { at: 'nowhere', canGoOn }
  }

  async *pages(after: number, signal: AbortSignal): AsyncGenerator<readonly SessionEvent[]> {
    await this.#settled()
    const { store, header } = this.#options
    for await (const { events, next } of store.pages(header.id, this.#places.before(after + 1))) {
      signal.throwIfAborted()
      this.#places.add(next)
      const [first] = events
      if (first === undefined) continue
      const wanted = first.seq > after ? events : events.filter(({ seq }) => seq > after)
      if (wanted.length > 0) yield wanted
    }
  }

  async tail(mostBytes: number): ReturnType<SessionSource['tail']> {
    await this.#settled()
    return this.#options.store.tail(this.header.id, mostBytes)
  }

  watch(listener: SessionListener): () => void {
    this.#listeners.add(listener)
    this.#unhear ??= this.#hear()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.close()
    }
  }

  close(): void {
    this.#listeners.clear()
    this.#follow.stop()
    this.#unhear?.()
    this.#unhear = undefined
  }

  #hear(): () => void {
    const { live, header } = this.#options
    if (live.activity(header.id) === undefined) this.#follow.start()
    return live.listen(header.id, {
      opened: (past) => {
        this.#follow.stop()
        this.#isElsewhere = false
        // Another process may have written what nobody has looked at yet.
        for (const event of past) this.#tell(event)
        this.#tellActivity()
      },
      event: (event) => this.#tell(event),
      changed: () => {
        if (live.activity(header.id) === undefined) this.#follow.start()
        this.#tellActivity()
      },
    })
  }

  /** What this process has appended is on its way to the disk, where it is read. */
  async #settled(): Promise<void> {
    try {
      await this.#options.live.log(this.header.id)?.flush()
    } catch {
      // Of a log that failed, what stands on the disk is all there is; its agent tells why.
    }
  }

  #written(isWritten: boolean): void {
    this.#isElsewhere = isWritten
    this.#tellActivity()
  }

  #tell(event: SessionEvent): void {
    if (event.seq <= this.#told) return
    this.#told = event.seq
    for (const each of this.#listeners) each.event(event)
  }

  /** Whoever looks again begins anew, and is told then what is wrong. */
  #gone(error: unknown): void {
    for (const each of this.#listeners) each.gone(error)
  }

  #tellActivity(): void {
    const activity = this.activity()
    for (const each of this.#listeners) each.activity(activity)
  }
}
