import { nearest } from '../nearest.ts'

/** So many violations of one value get a suggestion; after that the reader has seen what is the matter. */
const mostHints = 5

/** The suggestions for one value: each may look at many names, so that there are only a few. */
export class Hints {
  #left = mostHints

  /** The known name that was probably meant, if one is near and suggestions are left. */
  closest(name: string, known: () => Iterable<string>): string | undefined {
    if (this.#left === 0) return undefined
    this.#left--
    return nearest(name, known(), 1)[0]
  }
}
