import type { Engine } from '#guest/engine.js'
import { Thread, type ThreadGuest, type ThreadOwner } from './thread.ts'

/** A program that wants a thread. */
export interface Candidate extends ThreadGuest {
  /** Gets one, seated. */
  seated(thread: Thread): void
  /** Whether it still wants one. */
  readonly isWaiting: boolean
}

/** Programs that have a thread and could do without it. */
export interface Seats {
  /** Asks one that is blocked to leave its thread; whether there was one. */
  freeOne(): boolean
}

export interface PoolOptions {
  readonly threads: number
  /** Milliseconds after which a thread that nobody wants is ended. */
  readonly idleMs: number
}

/** Threads that are shared by the programs of a runtime. */
export class Pool implements ThreadOwner {
  private readonly options: PoolOptions
  private readonly seats: Seats
  private readonly threads = new Set<Thread>()
  /** Those that come back to go on, and those that begin. */
  private readonly returning: Candidate[] = []
  private readonly beginning: Candidate[] = []
  private engine: Engine | undefined
  private isClosed = false
  private reaper: NodeJS.Timeout | undefined

  constructor(options: PoolOptions, seats: Seats) {
    this.options = options
    this.seats = seats
  }

  /** Programs that have not begun. */
  get queued(): number {
    let count = 0
    for (const candidate of this.beginning) if (candidate.isWaiting) count++
    return count
  }

  /** Whether somebody waits for a thread and gets none. */
  get isCrowded(): boolean {
    return this.returning.length + this.beginning.length > 0
  }

  /** @param returns - it was on a thread before, so that others wait for what it does. */
  enter(candidate: Candidate, returns: boolean): void {
    if (returns) this.returning.push(candidate)
    else this.beginning.push(candidate)
    this.place()
  }

  /** A thread has nobody on it any more. */
  freed(): void {
    this.place()
    this.reapLater()
  }

  async warm(): Promise<void> {
    if (this.isClosed) return
    const thread = this.idle() ?? this.start()
    await thread?.ready
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.reaper)
    await Promise.all([...this.threads].map((thread) => thread.end()))
  }

  engineReady(engine: Engine): void {
    this.engine = engine
    this.place()
  }

  threadGone(thread: Thread): void {
    this.threads.delete(thread)
    queueMicrotask(() => this.place())
  }

  private place(): void {
    while (!this.isClosed && this.isCrowded) {
      const thread = this.idle() ?? this.start()
      if (thread === undefined) {
        this.seats.freeOne()
        return
      }
      const candidate = this.returning.shift() ?? this.beginning.shift()
      if (candidate?.isWaiting !== true) continue
      thread.seat(candidate)
      candidate.seated(thread)
    }
  }

  private idle(): Thread | undefined {
    for (const thread of this.threads) if (thread.isIdle) return thread
    return undefined
  }

  private start(): Thread | undefined {
    if (this.threads.size >= this.options.threads) return undefined
    // The first thread makes what all others are copies of; until then they would make it once more.
    if (this.engine === undefined && this.threads.size > 0) return undefined
    const thread = new Thread(this, this.engine)
    this.threads.add(thread)
    return thread
  }

  private reapLater(): void {
    if (this.reaper !== undefined || this.isClosed) return
    this.reaper = setTimeout(() => {
      this.reaper = undefined
      for (const thread of this.threads) if (thread.isIdle) void thread.end()
      if (this.threads.size > 0) this.reapLater()
    }, this.options.idleMs)
    this.reaper.unref()
  }
}
