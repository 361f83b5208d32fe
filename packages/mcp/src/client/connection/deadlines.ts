import type { Clock, Timers } from '@millrace/host'

/** Something that is over at a time which may move. */
export interface Timed {
  /** When it is over, by the monotonic clock; must not come nearer. */
  dueAt(): number
  expire(): void
}

/**
 * Watches the time limits of all calls of a connection by one timer. Each new limit must not end before one that is
 * watched already could have ended, which holds where all have the same length.
 */
export class Deadlines {
  private readonly clock: Clock
  private readonly timers: Timers
  private readonly running = new Set<Timed>()
  private readonly stopped = new AbortController()
  private isWatching = false

  constructor(clock: Clock, timers: Timers) {
    this.clock = clock
    this.timers = timers
  }

  add(timed: Timed): void {
    this.running.add(timed)
    if (this.isWatching) return
    this.isWatching = true
    // Ends with `stop`.
    this.watch().catch(() => {})
  }

  delete(timed: Timed): void {
    this.running.delete(timed)
  }

  stop(): void {
    this.stopped.abort()
  }

  private async watch(): Promise<void> {
    try {
      while (this.running.size > 0) {
        const next = Math.min(...Array.from(this.running, (timed) => timed.dueAt()))
        await this.timers.sleep(next - this.clock.monotonic(), this.stopped.signal)
        const now = this.clock.monotonic()
        for (const timed of this.running) if (timed.dueAt() <= now) timed.expire()
      }
    } finally {
      this.isWatching = false
    }
  }
}
