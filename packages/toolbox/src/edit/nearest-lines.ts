import type { Pace } from '../workspace/pace.ts'
import { fewestUnits, lineHashes, type FoldedLines, type HashedLine } from './line-hashes.ts'
import type { LinePair } from './near-place.ts'

/** Lines of an old text that are looked for. */
const mostOldLines = 500
/** Lines of an old text with the same content that are told apart. */
const mostTwins = 4
/** Shifts between old text and file that are compared. */
const mostShifts = 100_000
/** What one line adds to the weight of a place at most. */
const mostWeight = 60

/** Lines of a file beside those of an old text, counted from 0. */
export interface NearestLines {
  /** The line of the file that stands beside the first one of the old text. */
  readonly first: number
  /** How many are the same. */
  readonly same: number
  readonly different: LinePair[]
}

/** Where the most, and the longest, lines of an old text stand in a file; a line is the same when it is folded. */
export async function nearestLines(
  file: FoldedLines,
  old: FoldedLines,
  pace: Pace,
): Promise<NearestLines | undefined> {
  const oldLines = firstLines(old, 0, mostOldLines)
  const wanted = new Map<number, number[]>()
  for (const { line, hash, length } of oldLines) {
    const twins = wanted.get(hash) ?? []
    if (length >= fewestUnits && twins.length < mostTwins) wanted.set(hash, [...twins, line])
  }
  const weights = new Map<number, number>()
  for (const { line, hash, length } of lineHashes(file)) {
    for (const oldLine of wanted.get(hash) ?? []) {
      const shift = line - oldLine
      if (weights.size < mostShifts || weights.has(shift)) {
        weights.set(shift, (weights.get(shift) ?? 0) + Math.min(length, mostWeight))
      }
    }
    if (pace.isDue) await pace.rest()
  }
  const best = heaviest(weights)
  return best === undefined ? undefined : compared(file, old, oldLines, best)
}

/** The shift with the most weight; of several, one that begins inside the file. */
function heaviest(weights: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined
  let bestWeight = 0
  for (const [shift, weight] of weights) {
    const isInside = weight === bestWeight && best !== undefined && best < 0 && shift >= 0
    if (weight > bestWeight || isInside) [best, bestWeight] = [shift, weight]
  }
  return best
}

function compared(
  file: FoldedLines,
  old: FoldedLines,
  oldLines: readonly HashedLine[],
  shift: number,
): NearestLines {
  const fileLines = new Map(
    firstLines(file, shift, shift + oldLines.length).map((each) => [each.line - shift, each]),
  )
  const last = old.lines.count - 1
  const different = oldLines.filter(({ line, ...mine }) => {
    const other = fileLines.get(line)
    if (other === undefined) return true
    if (mine.hash === other.hash) return false
    // An old text may begin and end within a line.
    const start = line === 0 ? other.from + other.length - mine.length : line === last ? other.from : -1
    return !standsAt(file.units, start, old.units.subarray(mine.from, mine.from + mine.length))
  })
  return {
    first: shift,
    same: oldLines.length - different.length,
    different: different.map(({ line }) => ({ oldLine: line, fileLine: line + shift })),
  }
}

function standsAt(units: Uint16Array, start: number, part: Uint16Array): boolean {
  return start >= 0 && part.every((unit, index) => units[start + index] === unit)
}

function firstLines(text: FoldedLines, from: number, to: number): HashedLine[] {
  const found: HashedLine[] = []
  for (const each of lineHashes(text)) {
    if (each.line >= to) break
    if (each.line >= from) found.push(each)
  }
  return found
}
