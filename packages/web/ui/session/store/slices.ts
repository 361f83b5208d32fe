/** For so many milliseconds at a time the page does not answer to anything else. */
const longest = 8

/** Where time comes from. */
export interface SliceClock {
  /** Milliseconds from any start. */
  now(): number
  /** Resolves when all else had its turn. */
  turn(): Promise<void>
}

interface Work {
  isDone(): boolean
  next(): void
}

/** Does work in the order in which it was added, in slices between which the page answers to the person. */
export class Slices {
  readonly #clock: SliceClock
  readonly #failed: (error: unknown) => void
  #waiting: Work[] = []
  #runs = false
  #stopped = false

  /** @param failed - hears what a step threw; nothing is done after that. */
  constructor(clock: SliceClock, failed: (error: unknown) => void) {
    this.#clock = clock
    this.#failed = failed
  }

  /** Adds a step for each item; each of them is short. */
  add<T>(items: readonly T[], step: (item: T) => void): void {
    if (this.#stopped) return
    let at = 0
    this.#waiting.push({
      isDone: () => at >= items.length,
      next: () => step(items[at++]!),
    })
    if (!this.#runs) void this.#run()
  }

  /** Does nothing more. */
  stop(): void {
    this.#stopped = true
    this.#waiting = []
  }

  async #run(): Promise<void> {
    this.#runs = true
    try {
      while (this.#slice()) await this.#clock.turn()
    } catch (error) {
      this.stop()
      this.#failed(error)
    }
    this.#runs = false
  }

  /** @returns whether something is left. */
  #slice(): boolean {
    const until = this.#clock.now() + longest
    for (;;) {
      const [work] = this.#waiting
      if (work === undefined) return false
      if (work.isDone()) this.#waiting.shift()
      else work.next()
      if (this.#clock.now() >= until) return this.#waiting.length > 0
    }
  }
}
