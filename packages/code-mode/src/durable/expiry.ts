const day = 24 * 60 * 60 * 1000

/** For how long a run is kept after its last entry, unless a host says otherwise. */
export const defaultKeepMs: number = 7 * day

/** What could be resumed a moment ago still can, however long the way from the question to the resuming is. */
const graceMs = 60_000

/** How long what is kept stays, judged by the time of its last entry. Clocks that were set back let it stay longer. */
export class Expiry {
  readonly #keepMs: number

  /** @throws RangeError where the time is no positive number. */
  constructor(keepMs: number = defaultKeepMs) {
    if (!(keepMs > 0)) throw new RangeError(`keepMs must be a positive number of milliseconds, not ${keepMs}`)
    this.#keepMs = keepMs
  }

  /** Whether a run may still be promised to somebody. */
  isKept(lastAt: number, now: number): boolean {
    return now - lastAt <= this.#keepMs
  }

  /** Whether nobody can have been promised the run any more. */
  isOver(lastAt: number, now: number): boolean {
    return now - lastAt > this.#keepMs + graceMs
  }
}
