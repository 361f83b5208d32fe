import type { Lines } from '../change/lines.ts'
import type { Pace } from '../workspace/pace.ts'
import type { FoldedText } from './fold.ts'
import type { LinePair } from './near-place.ts'

/** A folded text and its lines. */
export interface FoldedLines extends FoldedText {
  readonly lines: Lines
}

/** Lines of an old text that are looked for. */
const mostOldLines = 500
/** Lines of an old text with the same content that are told apart. */
const mostTwins = 4
/** Shifts between old text and file that are compared. */
const mostShifts = 100_000
/** A line of fewer folded units says nothing of the place. */
const fewestUnits = 3
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

/** Longest line that is compared for similarity, in folded units. */
const longestLine = 4000
/** Of the groups of three units in the longest line of an old text, how many a similar line has at least. */
const leastShared = 0.6

/** The line of a file that has most of what the longest line of an old text has. */
export async function mostSimilarLine(
  file: FoldedLines,
  old: FoldedLines,
  pace: Pace,
): Promise<LinePair | undefined> {
  const longest = longestOf(old)
  if (longest === undefined) return undefined
  const { length, line: oldLine } = longest
  const trigrams = new Trigrams(old, longest)
  let best = { line: -1, shared: Math.ceil(trigrams.count * leastShared), apart: Infinity }
  for (const each of lineHashes(file)) {
    if (pace.isDue) await pace.rest()
    if (each.length > longestLine) continue
    const shared = trigrams.sharedWith(file, each)
    const apart = Math.abs(each.length - length)
    if (shared < best.shared || (shared === best.shared && apart >= best.apart)) continue
    best = { line: each.line, shared, apart }
  }
  return best.line < 0 ? undefined : { oldLine, fileLine: best.line }
}

function longestOf(old: FoldedLines): HashedLine | undefined {
  let longest: HashedLine | undefined
  for (const line of lineHashes(old)) {
    if (line.length > (longest?.length ?? fewestUnits) && line.length <= longestLine) longest = line
  }
  return longest
}

/** The groups of three units that stand in a line. */
class Trigrams {
  /** How many different ones there are. */
  readonly count: number
  private readonly wanted = new Uint8Array(2 ** 16)
  /** For each, the last line that it was found in, counted from 1. */
  private readonly foundIn = new Uint32Array(2 ** 16)

  constructor({ units }: FoldedText, { from, length }: HashedLine) {
    for (let at = from; at < from + length - 2; at += 1) this.wanted[trigramAt(units, at)] = 1
    this.count = this.wanted.reduce((sum, each) => sum + each, 0)
  }

  /** How many of them stand in another line, too. */
  sharedWith({ units }: FoldedText, { line, from, length }: HashedLine): number {
    let shared = 0
    for (let at = from; at < from + length - 2; at += 1) {
      const trigram = trigramAt(units, at)
      if (this.wanted[trigram] !== 1 || this.foundIn[trigram] === line + 1) continue
      this.foundIn[trigram] = line + 1
      shared += 1
    }
    return shared
  }
}

/** A number of 16 bits for three neighbouring units. */
function trigramAt(units: Uint16Array, at: number): number {
  return (((units[at] ?? 0) * 31 + (units[at + 1] ?? 0)) * 31 + (units[at + 2] ?? 0)) & 0xffff
}

interface HashedLine {
  readonly line: number
  /** Index of its first folded unit. */
  readonly from: number
  /** Folded units. */
  readonly length: number
  readonly hash: number
}

/** The lines of a folded text with a hash of each; an empty one has the hash of nothing. */
function* lineHashes({ lines, units, places }: FoldedLines): Generator<HashedLine, void, undefined> {
  let at = 0
  for (let line = 0; line < lines.count; line += 1) {
    const from = at
    const end = lines.startOf(line + 1)
    let hash = 0x811c9dc5
    while (at < places.length && (places[at] ?? end) < end) {
      hash = Math.imul(hash ^ (units[at] ?? 0), 0x01000193)
      at += 1
    }
    yield { line, from, length: at - from, hash }
  }
}
