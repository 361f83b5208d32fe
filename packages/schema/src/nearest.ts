/** Names are compared by this many characters at most. */
const comparedLength = 64
/** A shorter common beginning or end is chance. */
const shortestStart = 3
const shortestEnd = 4
/** At most this many names are looked at, and this many of them, which may be near, compared letter by letter. */
const mostNames = 20_000
const mostCompared = 1_000

/** Spelling without what people get wrong first: case, and the marks between words. */
const plain = (name: string): string =>
  name
    .slice(0, comparedLength)
    .toLowerCase()
    .replaceAll(/[-_.\s/]/g, '')

/**
 * The known names that somebody may have meant, the nearest first: within a few typing errors (the more, the
 * longer the name is), or beginning or ending alike. The cost is bounded, however many or long the names are.
 *
 * @param name - what was written.
 * @param known - what could have been meant.
 * @param limit - how many to return at most.
 */
export function nearest(name: string, known: Iterable<string>, limit: number = 3): string[] {
  const wanted = plain(name)
  const tolerance = wanted.length < 2 ? 0 : wanted.length <= 3 ? 1 : wanted.length <= 8 ? 2 : 3
  const found: { name: string; distance: number }[] = []
  let looked = 0
  let compared = 0
  for (const candidate of known) {
    if (looked++ === mostNames || compared === mostCompared) break
    const spelling = plain(candidate)
    let distance = isPartOf(spelling, wanted) ? tolerance + 0.5 : tolerance + 1
    if (mayBeNear(spelling, wanted, tolerance)) {
      compared++
      distance = Math.min(distance, editDistance(spelling, wanted, tolerance))
    }
    if (distance <= tolerance + 0.5) found.push({ name: candidate, distance })
  }
  found.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return found.slice(0, limit).map((match) => match.name)
}

/** Whether names are worth comparing: of similar length, and with at most one typing error at the beginning. */
function mayBeNear(a: string, b: string, tolerance: number): boolean {
  if (Math.abs(a.length - b.length) > tolerance) return false
  return a[0] === b[0] || a[0] === b[1] || a[1] === b[0] || a[1] === b[1]
}

/** Whether one of two names that are long enough to tell begins or ends with the other. */
function isPartOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= shortestStart && long.startsWith(short)) return true
  return short.length >= shortestEnd && long.endsWith(short)
}

/**
 * How many insertions, deletions, replacements and swaps of neighbours lead from one text to the other; any
 * number above `most` only means "more". Cells further than `most` from the diagonal cannot matter.
 */
function editDistance(from: string, to: string, most: number): number {
  let before: number[] = []
  let last = Array.from({ length: Math.min(to.length, most) + 1 }, (_, index) => index)
  let lastBest = 0
  for (let row = 1; row <= from.length; row++) {
    const next: number[] = []
    let best = Number.POSITIVE_INFINITY
    if (row <= most) next[0] = best = row
    const end = Math.min(to.length, row + most)
    for (let column = Math.max(1, row - most); column <= end; column++) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      )
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, at(before, column - 2) + 1)
      }
      next[column] = cost
      best = Math.min(best, cost)
    }
    // A swap reaches back over one row, so that only two rows beyond the limit end the search.
    if (best > most && lastBest > most) return most + 1
    before = last
    last = next
    lastBest = best
  }
  return at(last, to.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY
