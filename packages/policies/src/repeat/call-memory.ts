/** One call that was made, perhaps again and again. */
interface Made {
  /** A fingerprint. */
  readonly outcome: string
  readonly times: number
}

/** The calls that were made last, with their outcomes, in memory that does not grow. */
export class CallMemory {
  readonly #room: number
  readonly #made = new Map<string, Made>()

  /** @param room - different calls that are remembered. */
  constructor(room: number) {
    this.#room = room
  }

  /**
   * Notes a call.
   * @param call - its fingerprint.
   * @param outcome - that of its outcome.
   * @returns how often it has had this outcome since it last had another one.
   */
  note(call: string, outcome: string): number {
    const before = this.#made.get(call)
    const times = before?.outcome === outcome ? before.times + 1 : 1
    this.#made.delete(call)
    this.#made.set(call, { outcome, times })
    if (this.#made.size > this.#room) this.#forgetOldest()
    return times
  }

  #forgetOldest(): void {
    for (const oldest of this.#made.keys()) {
      this.#made.delete(oldest)
      return
    }
  }
}
