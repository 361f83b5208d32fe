import type { SessionEvent } from '@millrace/protocol'
import type { SessionActivity, SessionStreamEvents } from '../../wire/frame.ts'
import { failureOf } from '../http/failure-answer.ts'
import type { EventStream } from './event-stream.ts'
import { FramesBuilder } from './frames-message.ts'
import { Framing } from './framing.ts'
import type { SessionFeed } from './session-feed.ts'

/** Bytes of the end of a long log that are shown before all of it is there. */
const tailBytes = 256 * 1024

/** Milliseconds that a page has for showing that end, before it and this process are busy with all the rest. */
const headStartMs = 200

/** Milliseconds after which what was heard of and never came into the log is given up: the log has failed, or skips it. */
const patienceMs = 5_000

/** Milliseconds between looks into a log that its writer has not brought to the disk yet. */
const pauseMs = 20

/** One page that looks at a session. It takes what its connection takes; nobody waits for it. */
export class SessionViewer {
  readonly #feed: SessionFeed
  readonly #stream: EventStream
  readonly #warn: (message: string, error: unknown) => void
  readonly #after: number
  /** The number of the event that comes next. */
  #next: number
  #told: SessionActivity
  #wake: () => void = () => {}
  #isWoken = false

  /** @param after - the last event that the page has; -1 for none. */
  constructor(
    feed: SessionFeed,
    stream: EventStream,
    after: number,
    warn: (message: string, error: unknown) => void,
  ) {
    this.#feed = feed
    this.#stream = stream
    this.#warn = warn
    this.#after = after
    this.#next = after + 1
    this.#told = feed.activity
  }

  /** Sends until the page is gone or the log cannot be read. Never rejects. */
  async run(): Promise<void> {
    const leave = this.#feed.join(() => this.#woken())
    this.#stream.closed.addEventListener('abort', () => this.#woken(), { once: true })
    try {
      await this.#tell('header', { header: this.#feed.source.header, activity: this.#told })
      if (this.#after < 0) await this.#sendTail()
      await this.#catchUp()
      await this.#tell('caught-up', { next: this.#next })
      await this.#follow()
    } catch (error) {
      // An error of the reading that was ended because the page left is nobody's.
      if (!this.#stream.closed.aborted) await this.#tell('gone', failureOf(error, this.#warn).problem)
    } finally {
      leave()
      this.#stream.end()
    }
  }

  async #sendTail(): Promise<void> {
    const { source } = this.#feed
    const { events, isWhole } = await source.tail(tailBytes)
    if (isWhole || events.length === 0) return
    const framing = new Framing(source)
    const builder = new FramesBuilder('tail')
    for (const event of events) builder.add(event.seq, await framing.json(event))
    await this.#stream.send(builder.build().bytes)
    await this.#paused(headStartMs)
  }

  /** Reads the log until what comes next is in the ring, or not there yet. */
  async #catchUp(): Promise<void> {
    const framing = new Framing(this.#feed.source)
    let deadline = performance.now() + patienceMs
    for (;;) {
      const before = this.#next
      for await (const events of this.#feed.source.pages(this.#next - 1, this.#stream.closed)) {
        await this.#sendEvents(events, framing)
        if (this.#stream.closed.aborted) return
      }
      if (this.#feed.ring.after(this.#next).kind !== 'behind') return
      if (this.#next > before) deadline = performance.now() + patienceMs
      if (performance.now() > deadline) this.#next = (this.#feed.ring.lostTo ?? -1) + 1
      else await this.#paused(pauseMs)
      if (this.#stream.closed.aborted) return
    }
  }

  async #sendEvents(events: readonly SessionEvent[], framing: Framing): Promise<void> {
    const builder = new FramesBuilder()
    for (const event of events) {
      if (event.seq < this.#next) continue
      builder.add(event.seq, await framing.json(event))
      this.#next = event.seq + 1
      if (builder.isFull) await this.#stream.send(builder.build().bytes)
      if (this.#stream.closed.aborted) return
    }
    if (!builder.isEmpty) await this.#stream.send(builder.build().bytes)
  }

  /** Sends what happens. */
  async #follow(): Promise<void> {
    while (!this.#stream.closed.aborted) {
      this.#isWoken = false
      const step = this.#feed.ring.after(this.#next)
      if (step.kind === 'behind') await this.#catchUp()
      else if (step.kind === 'messages') {
        this.#next = step.last + 1
        await this.#stream.send(step.bytes)
      } else await this.#rest()
    }
  }

  /** Everything was sent: what the agent does is told after the events that led to it. */
  async #rest(): Promise<void> {
    const { activity, isGathering, failure } = this.#feed
    if (failure !== undefined && !isGathering) throw failure.error
    if (activity !== this.#told && !isGathering) {
      this.#told = activity
      return this.#tell('activity', activity)
    }
    if (!this.#isWoken) await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  /** Waits for so long, unless the page leaves. */
  #paused(ms: number): Promise<void> {
    const { closed } = this.#stream
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        closed.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      closed.addEventListener('abort', done)
    })
  }

  #woken(): void {
    this.#isWoken = true
    this.#wake()
  }

  #tell<Name extends keyof SessionStreamEvents>(name: Name, data: SessionStreamEvents[Name]): Promise<void> {
    return this.#stream.tell(name, data)
  }
}
