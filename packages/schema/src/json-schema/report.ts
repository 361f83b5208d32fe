import { shorten } from '../json/cut.ts'
import type { Place } from '../json/path.ts'
import { printPath, stepsOf } from '../json/path.ts'
import { Hints } from './hints.ts'

/** A model has to read the lines. */
const longestLine = 4_000
/** How deep explanations go that explain a part of another one. */
const deepestDetail = 3

/**
 * Says what is wrong at a path; written only when somebody reads it.
 *
 * @param path - the place, without quotes.
 * @param detail - how many levels of explanation may stand inside this one.
 * @param hints - what finds the name that was meant.
 */
export type Message = (path: string, detail: number, hints: Hints) => string

/** Collects violations up to a limit, and counts the rest. */
export class Report {
  readonly #root: string
  readonly #limit: number
  readonly #base: Place | undefined
  readonly #depth: number
  readonly #kept: { readonly place: Place | undefined; readonly message: Message }[] = []
  #count = 0
  #isCut = false
  #concernsBase = false

  /**
   * @param root - what stands before the first step of every path; may be empty.
   * @param limit - how many violations are kept; none where only their number matters.
   * @param base - the place that the report is about.
   * @param depth - how many reports this one stands inside of.
   */
  constructor(root: string, limit: number, base?: Place, depth: number = 0) {
    this.#depth = depth
    this.#root = root
    this.#limit = limit
    this.#base = base
  }

  /** How many violations were found. */
  get count(): number {
    return this.#count
  }

  /** Whether something is wrong with the base itself and not only with what it holds. */
  get concernsBase(): boolean {
    return this.#concernsBase
  }

  /** Whether anybody would read the reports that stand inside this one. */
  get isExplained(): boolean {
    return this.#depth < deepestDetail
  }

  /** Notes that not every violation was looked for. */
  cut(): void {
    this.#isCut = true
  }

  /** Notes one violation. */
  add(place: Place | undefined, message: Message): void {
    this.#count++
    if (place === this.#base) this.#concernsBase = true
    if (this.#kept.length < this.#limit) this.#kept.push({ place, message })
  }

  /** A report of its own on one place of the same value. */
  about(place: Place | undefined, limit: number): Report {
    return new Report(this.#root, Math.min(limit, this.#limit), place, this.#depth + 1)
  }

  /** The violations in words, the earliest first; one more line counts what was not kept. */
  lines(most: number = this.#limit, detail: number = deepestDetail, hints: Hints = new Hints()): string[] {
    const shown = this.#kept.slice(0, most)
    const lines = shown.map(({ place, message }) =>
      shorten(message(this.#path(place), detail, hints), longestLine),
    )
    const more = this.#count - shown.length
    if (more === 0) return this.#isCut ? [...lines, 'and possibly more violations'] : lines
    return [...lines, `and ${this.#isCut ? 'at least ' : ''}${more} more violation${more === 1 ? '' : 's'}`]
  }

  #path(place: Place | undefined): string {
    return printPath(stepsOf(place), this.#root) || 'arguments'
  }
}
