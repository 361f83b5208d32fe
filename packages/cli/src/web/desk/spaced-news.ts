/** News of one kind are told at most once in this time; the last ones always are. In milliseconds. */
const spaceMs = 250

/** News that come in bursts, and that each time say no more than that something is to be asked for again. */
export class SpacedNews<T extends string> {
  readonly #tell: (what: T) => void
  /** What was told lately, and whether it is to be told again. */
  readonly #lately = new Map<T, { isDue: boolean }>()

  constructor(tell: (what: T) => void) {
    this.#tell = tell
  }

  add(what: T): void {
    const lately = this.#lately.get(what)
    if (lately === undefined) this.#now(what)
    else lately.isDue = true
  }

  #now(what: T): void {
    const state = { isDue: false }
    this.#lately.set(what, state)
    const timer = setTimeout(() => {
      this.#lately.delete(what)
      if (state.isDue) this.#now(what)
    }, spaceMs)
    timer.unref()
    this.#tell(what)
  }
}
