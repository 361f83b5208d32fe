import type { Clock, Timers } from '@millrace/host'
import type { Chance } from './chance.ts'

interface Due {
  readonly at: number
  /** Decides between those that are due at the same time. */
  readonly order: number
  fire(): void
}

/** How a run of the clock ended: what it waited for is done, nothing is left to wait for, or it does not come to an end. */
export type RunEnd = 'done' | 'stuck' | 'endless'

const longestRun = 100_000

/** Time that passes only when nothing else happens: the next thing that is due, chance deciding between equals. */
export class VirtualTime implements Clock {
  readonly #chance: Chance
  readonly #due = new Set<Due>()
  #elapsed = 0
  #open = 0

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** The timers for whoever is tested: those that are never released are counted. */
  get timers(): Timers {
    return {
      sleep: async (milliseconds, signal) => {
        this.#open += 1
        try {
          await this.sleep(milliseconds, signal)
        } finally {
          this.#open -= 1
        }
      },
    }
  }

  /** Timers of whoever is tested that still wait. */
  get openTimers(): number {
    return this.#open
  }

  now(): number {
    return 1_700_000_000_000 + this.#elapsed
  }

  monotonic(): number {
    return this.#elapsed
  }

  /** Waits; an abort ends it with the reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const stop = (): void => {
        this.#due.delete(due)
        reject(signal?.reason)
      }
      const due: Due = {
        at: this.#elapsed + Math.max(0, milliseconds),
        order: this.#chance.below(1_000_000),
        fire: () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        },
      }
      this.#due.add(due)
      signal?.addEventListener('abort', stop, { once: true })
    })
  }

  /** Lets time pass until something is done. */
  async runUntil(done: Promise<unknown>): Promise<RunEnd> {
    let isDone = false
    const note = (): void => {
      isDone = true
    }
    done.then(note, note)
    for (let fired = 0; fired < longestRun; fired++) {
      await quiet()
      if (isDone) return 'done'
      const next = this.#next()
      if (next === undefined) return 'stuck'
      this.#elapsed = Math.max(this.#elapsed, next.at)
      this.#due.delete(next)
      next.fire()
    }
    return 'endless'
  }

  #next(): Due | undefined {
    let next: Due | undefined
    for (const due of this.#due) {
      if (next === undefined || due.at < next.at || (due.at === next.at && due.order < next.order)) next = due
    }
    return next
  }
}

/** Lets all that is ready happen; nothing here waits for anything but promises. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
