import { seededRandom } from '../disk/random.ts'

/** All that is left to chance in a simulation, and a count of what was done on purpose to break things. */
export class Chance {
  readonly #random
  readonly #counts = new Map<string, number>()

  constructor(seed: number) {
    this.#random = seededRandom(seed)
  }

  /** How often each kind of mischief was done. */
  get mischief(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }

  /** How much mischief was done in all. */
  get faults(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** A whole number from 0 to below `below`. */
  below(below: number): number {
    return this.#random.next(below)
  }

  /** True in so many of a hundred cases. */
  percent(percent: number): boolean {
    return this.#random.next(1_000) < percent * 10
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to pick from')
    return list[this.#random.next(list.length)] as T
  }

  /** One of the names, each as likely as its weight. */
  weighted<N extends string>(weights: Readonly<Record<N, number>>): N {
    const entries = Object.entries<number>(weights)
    let rest = this.#random.next(entries.reduce((sum, [, weight]) => sum + weight, 0))
    for (const [name, weight] of entries) {
      if (rest < weight) return name as N
      rest -= weight
    }
    throw new RangeError('nothing to pick from')
  }

  /** A few milliseconds; often none, so that many things are due at the same time. */
  delay(): number {
    return this.pick([0, 0, 1, 1, 2, 5, 20])
  }

  /** Hexadecimal digits. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.#random.next(16).toString(16)).join('')
  }

  /** Notes that something was done to break things. */
  did(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
  }
}
