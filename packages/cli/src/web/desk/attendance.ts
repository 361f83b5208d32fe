/** Whoever waits for somebody. */
interface Waiting {
  readonly late: () => void
  timer?: NodeJS.Timeout
}

/** Whether a page is open, and who waits for one. */
export class Attendance {
  readonly #patienceMs: number | undefined
  readonly #came: () => void
  readonly #waiting = new Set<Waiting>()
  #pages = 0

  /**
   * @param patienceMs - how long somebody waits while no page is open; for ever without it.
   * @param came - told when the first page was opened, and whenever there was none before.
   */
  constructor(patienceMs: number | undefined, came: () => void) {
    this.#patienceMs = patienceMs
    this.#came = came
  }

  get isAttended(): boolean {
    return this.#pages > 0
  }

  /** A page is open. @returns what says that it was closed; only the first time counts. */
  attend(): () => void {
    this.#pages += 1
    if (this.#pages === 1) {
      for (const each of this.#waiting) clearTimeout(each.timer)
      this.#came()
    }
    let isThere = true
    return () => {
      if (!isThere) return
      isThere = false
      this.#pages -= 1
      if (this.#pages === 0) for (const each of this.#waiting) this.#begin(each)
    }
  }

  /**
   * Tells whoever waits once no page has been open for too long, counted from now or from when the last one was closed.
   * @returns what ends the waiting.
   */
  wait(late: () => void): () => void {
    const waiting: Waiting = { late }
    this.#waiting.add(waiting)
    if (this.#pages === 0) this.#begin(waiting)
    return () => {
      clearTimeout(waiting.timer)
      this.#waiting.delete(waiting)
    }
  }

  #begin(waiting: Waiting): void {
    if (this.#patienceMs === undefined) return
    waiting.timer = setTimeout(() => {
      this.#waiting.delete(waiting)
      waiting.late()
    }, this.#patienceMs)
  }
}
