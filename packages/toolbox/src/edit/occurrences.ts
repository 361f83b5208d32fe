import { unitsOf } from '../text/units.ts'
import type { Pace } from '../workspace/pace.ts'

/** Where one text stands in another. */
export interface Occurrences {
  /** The first places that do not overlap, in order. */
  readonly starts: readonly number[]
  /** How many places there are in all, overlapping ones included. */
  readonly total: number
}

/** Comparisons that `indexOf`, which in the worst case makes one for each pair of units, may take. */
const affordable = 2 ** 26
/** Units after which a search looks at the clock. */
const stretch = 2 ** 16
/** Places after which it does. */
const findsPerLook = 2 ** 12

/**
 * Finds all places of a text. The time grows with the sum of the lengths and not with their product, so that no
 * text makes a search endless.
 *
 * @param needle - what is looked for; at least one unit.
 * @param most - how many places to return.
 * @param pace - lets others run meanwhile.
 */
export async function occurrencesOf(
  text: string,
  needle: string,
  most: number,
  pace: Pace,
): Promise<Occurrences> {
  const found = new Finds(needle.length, most)
  if (text.length * needle.length <= affordable) {
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
      found.add(at)
      if (found.total % findsPerLook === 0 && pace.isDue) await pace.rest()
    }
    return found
  }
  const matcher = await Matcher.of(unitsOf(needle), found, pace)
  for (let from = 0; from < text.length; from += stretch) {
    matcher.feed(unitsOf(text.slice(from, from + stretch)))
    if (pace.isDue) await pace.rest()
  }
  return found
}

/** The same for UTF-16 units. */
export async function unitOccurrences(
  units: Uint16Array,
  needle: Uint16Array,
  most: number,
  pace: Pace,
): Promise<Occurrences> {
  const found = new Finds(needle.length, most)
  const matcher = await Matcher.of(needle, found, pace)
  for (let from = 0; from < units.length; from += stretch) {
    matcher.feed(units.subarray(from, from + stretch))
    if (pace.isDue) await pace.rest()
  }
  return found
}

/** The search of Knuth, Morris and Pratt, fed with a text piece by piece. */
class Matcher {
  private readonly needle: Uint16Array
  private readonly borders: Uint32Array
  private readonly found: Finds
  /** Units of the needle that the text so far ends with. */
  private matched = 0
  private fed = 0

  private constructor(needle: Uint16Array, borders: Uint32Array, found: Finds) {
    this.needle = needle
    this.borders = borders
    this.found = found
  }

  static async of(needle: Uint16Array, found: Finds, pace: Pace): Promise<Matcher> {
    return new Matcher(needle, await bordersOf(needle, pace), found)
  }

  feed(units: Uint16Array): void {
    const { needle, borders } = this
    let matched = this.matched
    for (let at = 0; at < units.length; at += 1) {
      const unit = units[at]
      while (matched > 0 && needle[matched] !== unit) matched = borders[matched - 1] ?? 0
      if (needle[matched] === unit) matched += 1
      if (matched === needle.length) {
        this.found.add(this.fed + at - needle.length + 1)
        matched = borders[matched - 1] ?? 0
      }
    }
    this.matched = matched
    this.fed += units.length
  }
}

class Finds implements Occurrences {
  readonly starts: number[] = []
  total = 0
  private readonly length: number
  private readonly most: number
  /** Where the next place may begin without overlapping. */
  private free = 0

  constructor(length: number, most: number) {
    this.length = length
    this.most = most
  }

  add(at: number): void {
    this.total += 1
    if (at < this.free || this.starts.length >= this.most) return
    this.starts.push(at)
    this.free = at + this.length
  }
}

/** For each start of the needle, the length of its longest proper start that it also ends with. */
async function bordersOf(needle: Uint16Array, pace: Pace): Promise<Uint32Array> {
  const borders = new Uint32Array(needle.length)
  let length = 0
  for (let from = 1; from < needle.length; from += stretch) {
    const end = Math.min(needle.length, from + stretch)
    for (let at = from; at < end; at += 1) {
      while (length > 0 && needle[length] !== needle[at]) length = borders[length - 1] ?? 0
      if (needle[length] === needle[at]) length += 1
      borders[at] = length
    }
    if (pace.isDue) await pace.rest()
  }
  return borders
}
