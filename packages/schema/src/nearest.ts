/** Names are compared by this many characters at most. */
const comparedLength = 64
/** A shorter common beginning is chance. */
const shortestPrefix = 3
/** At most this many names are looked at. */
const mostNames = 20_000

/** Spelling without what people get wrong first: case, and the marks between words. */
const plain = (name: string): string =>
  name
    .slice(0, comparedLength)
    .toLowerCase()
    .replaceAll(/[-_.\s/]/g, '')

/**
 * The known names that somebody may have meant, the nearest first: within a few typing errors (the more, the
 * longer the name is), or beginning alike. The cost is bounded, however many or long the names are.
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
  for (const candidate of known) {
    if (looked++ === mostNames) break
    const distance = distanceTo(plain(candidate), wanted, tolerance)
    if (distance < tolerance + 1) found.push({ name: candidate, distance })
  }
  found.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return found.slice(0, limit).map((match) => match.name)
}

function distanceTo(candidate: string, wanted: string, tolerance: number): number {
  const edits = editDistance(candidate, wanted, tolerance)
  if (edits <= tolerance) return edits
  return startAlike(candidate, wanted) ? tolerance + 0.5 : edits
}

/** Whether one of two names that are long enough to tell begins with the other. */
function startAlike(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= shortestPrefix && (a.startsWith(b) || b.startsWith(a))
}

/**
 * How many insertions, deletions, replacements and swaps of neighbours lead from one text to the other; any
 * number above `most` only means "more".
 */
function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  let lastBest = 0
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    let best = row
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      )
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, at(before, column - 2) + 1)
      }
      next.push(cost)
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
