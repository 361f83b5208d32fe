import type { Clock } from '@millrace/host'

/** Measures for how long at least one body ran; bodies that overlap count once. */
export class ToolClock {
  readonly #clock: Clock
  #running = 0
  #since = 0
  #total = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get ms(): number {
    return this.#total + (this.#running > 0 ? this.#clock.monotonic() - this.#since : 0)
  }

  started(): void {
    if (this.#running === 0) this.#since = this.#clock.monotonic()
    this.#running += 1
  }

  ended(): void {
    this.#running -= 1
    if (this.#running === 0) this.#total += this.#clock.monotonic() - this.#since
  }
}
