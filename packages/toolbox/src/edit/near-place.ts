import { Lines } from '../change/lines.ts'
import type { Pace } from '../workspace/pace.ts'
import { foldedText, type FoldedText } from './fold.ts'
import { mostSimilarLine } from './most-similar-line.ts'
import { nearestLines } from './nearest-lines.ts'
import { unitOccurrences } from './occurrences.ts'

/** Units of a file, and of an old text, that are searched for something similar. */
const mostUnits = 4 * 1024 * 1024
/** A shorter folded text stands everywhere. */
const fewestUnits = 3

/** Two lines that were perhaps meant to be the same, counted from 0. */
export interface LinePair {
  readonly oldLine: number
  readonly fileLine: number
}

/** What resembles an old text that is not there. */
export type NearPlace =
  /** The same but for what folding takes away. */
  | {
      readonly kind: 'alike'
      readonly file: FoldedText
      readonly old: FoldedText
      /** Index of the place's first folded unit in `file`. */
      readonly at: number
      readonly total: number
    }
  /** Lines of which some are the same. */
  | { readonly kind: 'lines'; readonly first: number; readonly same: number; readonly different: LinePair[] }
  /** One similar line. */
  | { readonly kind: 'line'; readonly pair: LinePair }

/** Looks for what resembles an old text most; undefined where nothing does. Its time is bounded for any texts. */
export async function nearPlace(text: string, oldText: string, pace: Pace): Promise<NearPlace | undefined> {
  const file = await foldedText(text.slice(0, mostUnits), pace)
  const old = await foldedText(oldText.slice(0, mostUnits), pace)
  if (old.units.length < fewestUnits) return undefined
  const { starts, total } = await unitOccurrences(file.units, old.units, 1, pace)
  if (starts[0] !== undefined) return { kind: 'alike', file, old, at: starts[0], total }
  const fileLines = { ...file, lines: await Lines.of(text, pace) }
  const oldLines = { ...old, lines: await Lines.of(oldText, pace) }
  const lines = await nearestLines(fileLines, oldLines, pace)
  if (lines !== undefined) return { kind: 'lines', ...lines }
  const pair = await mostSimilarLine(fileLines, oldLines, pace)
  return pair && { kind: 'line', pair }
}
