/** One replacement in a text. */
export interface Splice {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** What stands there afterwards. */
  readonly text: string
}

/** Where a text and the one that it became differ; all places are in UTF-16 units, and ends are exclusive. */
export interface Region {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** The length that a text will have. */
export function splicedLength(text: string, splices: readonly Splice[]): number {
  return splices.reduce(
    (length, { start, end, text: { length: added } }) => length + added - (end - start),
    text.length,
  )
}

/** The text with all replacements made; they are in order and do not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text: replacement } of splices) {
    parts.push(text.slice(at, start), replacement)
    at = end
  }
  parts.push(text.slice(at))
  return parts.join('')
}

/**
 * What differs between an original text and its newest form, when the form before it differed in `regions` and
 * `splices` were made in that one. Both are in order and apart; regions that meet become one.
 */
export function composed(regions: readonly Region[], splices: readonly Splice[]): Region[] {
  const result: Region[] = []
  /** How much further places lie in the form before than in the original, and in the newest than in that. */
  let [earlier, later] = [0, 0]
  let [region, splice] = [0, 0]
  while (region < regions.length || splice < splices.length) {
    const start = Math.min(regions[region]?.newStart ?? Infinity, splices[splice]?.start ?? Infinity)
    const [oldStart, newStart] = [start - earlier, start + later]
    let end = start
    for (;;) {
      const [before, made] = [regions[region], splices[splice]]
      if (before !== undefined && before.newStart <= end) {
        end = Math.max(end, before.newEnd)
        earlier = before.newEnd - before.oldEnd
        region += 1
      } else if (made !== undefined && made.start <= end) {
        end = Math.max(end, made.end)
        later += made.text.length - (made.end - made.start)
        splice += 1
      } else break
    }
    result.push({ oldStart, oldEnd: end - earlier, newStart, newEnd: end + later })
  }
  return result
}
