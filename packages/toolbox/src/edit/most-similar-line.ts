import type { Pace } from '../workspace/pace.ts'
import type { FoldedText } from './fold.ts'
import { fewestUnits, lineHashes, type FoldedLines, type HashedLine } from './line-hashes.ts'
import type { LinePair } from './near-place.ts'

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
