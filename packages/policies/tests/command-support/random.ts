/** Numbers that look random and are the same for the same seed. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** From 0 to below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit)
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)]
    if (picked === undefined) throw new Error('there is nothing to pick from')
    return picked
  }

  /** The seed of a run: `MILLRACE_SEED`, or a fresh one. */
  static seed(): number {
    const { MILLRACE_SEED: given } = process.env
    return given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given)
  }
}
