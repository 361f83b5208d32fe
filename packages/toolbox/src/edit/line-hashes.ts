import type { Lines } from '../change/lines.ts'
import type { FoldedText } from './fold.ts'

/** A folded text and its lines. */
export interface FoldedLines extends FoldedText {
  readonly lines: Lines
}

/** A line of fewer folded units says nothing of the place. */
export const fewestUnits = 3

/** A line of a folded text. */
export interface HashedLine {
  readonly line: number
  /** Index of its first folded unit. */
  readonly from: number
  /** Folded units. */
  readonly length: number
  readonly hash: number
}

/** The lines of a folded text with a hash of each; an empty one has the hash of nothing. */
export function* lineHashes({ lines, units, places }: FoldedLines): Generator<HashedLine, void, undefined> {
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
