import type { Clock, Timers } from '@millrace/host'

/** What a wall clock needs. */
export interface WallClockOptions {
  readonly limitMs: number
  readonly clock: Clock
  readonly timers: Timers
  /** Called once, when the time is up. Must not throw. */
  readonly expired: () => void
}

/** The time that one run may take. It stands still while somebody is asked. */
export class WallClock {
  readonly #options: WallClockOptions
  readonly #holders = new Set<string>()
  #leftMs: number
  #since: number | undefined
  #isOver = false
  #waiting: AbortController | undefined

  constructor(options: WallClockOptions) {
    this.#options = options
    this.#leftMs = options.limitMs
  }

  start(): void {
    const { clock, timers, expired } = this.#options
    if (this.#isOver || this.#since !== undefined || this.#holders.size > 0) return
    this.#since = clock.monotonic()
    const waiting = new AbortController()
    this.#waiting = waiting
    timers.sleep(this.#leftMs, waiting.signal).then(
      () => {
        if (!waiting.signal.aborted) expired()
      },
      () => undefined,
    )
  }

  /** Stands still until whoever holds it lets go. */
  hold(holder: string): void {
    this.#holders.add(holder)
    this.#stop()
  }

  /** Goes on, unless somebody else holds it. */
  letGo(holder: string): void {
    if (this.#holders.delete(holder)) this.start()
  }

  /** Stands still for good. */
  stop(): void {
    this.#isOver = true
    this.#stop()
  }

  #stop(): void {
    if (this.#since === undefined) return
    this.#leftMs = Math.max(0, this.#leftMs - (this.#options.clock.monotonic() - this.#since))
    this.#since = undefined
    this.#waiting?.abort()
  }
}
