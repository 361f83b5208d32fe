import type { SessionEvent } from '@millrace/protocol'
import type { SessionSource } from '../host.ts'
import type { SessionActivity } from '../../wire/frame.ts'
import { FrameRing } from './frame-ring.ts'
import { FramesBuilder } from './frames-message.ts'
import { Framing } from './framing.ts'

/** Milliseconds for which events are gathered, so that many of them cost hardly more than one. */
const gatheringMs = 8

/** Events that wait to become frames; with more, the log has to be read for them. */
const mostGathered = 8192

/**
 * What happens in one session, for all its viewers: each event is made into a frame once. The agent, whose log tells of the
 * event, waits for none of this.
 */
export class SessionFeed {
  readonly source: SessionSource
  readonly ring = new FrameRing()
  readonly #framing: Framing
  readonly #warn: (message: string, error: unknown) => void
  readonly #viewers = new Set<() => void>()
  readonly #unwatch: () => void
  #gathered: SessionEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #heardTo = -1
  #isFlushing = false
  #isClosed = false
  #activity: SessionActivity
  #failure: { readonly error: unknown } | undefined

  constructor(source: SessionSource, warn: (message: string, error: unknown) => void) {
    this.source = source
    this.#warn = warn
    this.#framing = new Framing(source)
    this.#activity = source.activity()
    this.#unwatch = source.watch({
      event: (event) => this.#hear(event),
      activity: (activity) => {
        this.#activity = activity
        this.#wake()
      },
      gone: (error) => {
        this.#failure = { error }
        this.#wake()
      },
    })
  }

  /** How the session is now: another object whenever that changed. */
  get activity(): SessionActivity {
    return this.#activity
  }

  /** Why nothing further will be heard; `undefined` while something may be. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure
  }

  /** Whether events were heard that are not in the ring yet. */
  get isGathering(): boolean {
    return this.#isFlushing || this.#gathered.length > 0
  }

  /** Hears that there is something new, until its undo is called. */
  join(wake: () => void): () => void {
    this.#viewers.add(wake)
    return () => void this.#viewers.delete(wake)
  }

  /** Lets go of the session. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#unwatch()
    this.source.close()
  }

  #hear(event: SessionEvent): void {
    this.ring.begin(event.seq)
    this.#heardTo = event.seq
    if (this.#gathered.length >= mostGathered) {
      this.ring.lose(event.seq - 1)
      this.#gathered = []
    }
    this.#gathered.push(event)
    if (!this.#isFlushing) this.#timer ??= setTimeout(() => void this.#flush(), gatheringMs)
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    this.#isFlushing = true
    try {
      while (this.#gathered.length > 0 && !this.#isClosed) {
        const events = this.#gathered
        this.#gathered = []
        await this.#frame(events)
      }
    } catch (error) {
      this.#warn('events could not be shown', error)
      // Viewers read the log instead, and hear what is wrong with it.
      this.ring.lose(this.#heardTo)
      this.#gathered = []
    } finally {
      this.#isFlushing = false
      this.#wake()
    }
  }

  async #frame(events: readonly SessionEvent[]): Promise<void> {
    const builder = new FramesBuilder()
    for (const event of events) {
      builder.add(event.seq, await this.#framing.json(event))
      if (!builder.isFull) continue
      this.ring.push(builder.build())
      this.#wake()
      // Presenters of many events do not keep an agent of this process waiting.
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (!builder.isEmpty) this.ring.push(builder.build())
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#viewers) wake()
  }
}
