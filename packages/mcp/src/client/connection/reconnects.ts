import type { Clock, Timers } from '@millrace/host'

/** As many streams may be opened again in the pace that the server asks for. */
const inPace = 5
const firstPauseMs = 1000
const longestPauseMs = 60_000
const leastPauseMs = 50

/** Opens the streams of a server again: those that end again and again less and less often, whatever it asks for. */
export class Reconnects {
  private readonly clock: Clock
  private readonly timers: Timers
  private readonly ended = new AbortController()
  private streak = 0
  private lastAt = -Infinity

  constructor(clock: Clock, timers: Timers) {
    this.clock = clock
    this.timers = timers
  }

  /** Runs something after a pause, unless `stop` comes first. */
  schedule(reconnect: () => void, wishedMs: number): void {
    const now = this.clock.monotonic()
    if (now - this.lastAt > longestPauseMs * 2) this.streak = 0
    this.lastAt = now
    const least = this.streak < inPace ? leastPauseMs : firstPauseMs * 2 ** (this.streak - inPace)
    this.streak++
    const pause = Math.min(Math.max(wishedMs, least), longestPauseMs)
    this.timers.sleep(pause, this.ended.signal).then(reconnect, () => {})
  }

  stop(): void {
    this.ended.abort()
  }
}
