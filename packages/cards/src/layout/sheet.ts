import { counted } from '../text/count.ts'
import { linesOf } from '../text/lines.ts'
import { cutEnd, wrap } from '../text/shown.ts'
import { span, type Row, type Tone } from './row.ts'
import { asciiMarks, unicodeMarks, type Marks } from './style.ts'

/** How cards are drawn. */
export interface RenderOptions {
  /** Columns of the screen; at least 20 are used. */
  readonly width: number
  /** Show everything instead of the folded form. */
  readonly expand?: boolean
  /** Draw with ASCII signs only. */
  readonly ascii?: boolean
  /** The time now in milliseconds since the epoch, for the elapsed time of calls that run. */
  readonly now?: number
  /** How to see what is folded away, in a few words: `--expand`. */
  readonly expandHint?: string
}

/** The options of one drawing with their defaults, at the width that is left inside all margins. */
export interface Sheet {
  readonly width: number
  readonly expand: boolean
  readonly ascii: boolean
  readonly marks: Marks
  readonly now: number | undefined
  readonly hint: string
}

const narrowest = 20

/** The sheet for a screen. */
export function sheetOf(options: RenderOptions): Sheet {
  return {
    width: Math.max(narrowest, Math.floor(options.width) || narrowest),
    expand: options.expand ?? false,
    ascii: options.ascii ?? false,
    marks: options.ascii ? asciiMarks : unicodeMarks,
    now: options.now,
    hint: options.expandHint === undefined ? '' : ` (${options.expandHint})`,
  }
}

/** The same sheet with a margin of that many columns. */
export function narrower(sheet: Sheet, columns: number): Sheet {
  return { ...sheet, width: Math.max(1, sheet.width - columns) }
}

/** How many items a folded body keeps. */
export interface Keep {
  readonly head: number
  readonly tail: number
}

/** The items that stay before and after a fold, and how many it hides; a fold never hides just one. */
export interface Folded<T> {
  readonly head: readonly T[]
  readonly hidden: number
  readonly tail: readonly T[]
}

/** Folds a list, unless everything is to be shown. */
export function fold<T>(items: readonly T[], keep: Keep, sheet: Sheet): Folded<T> {
  const hidden = items.length - keep.head - keep.tail
  if (sheet.expand || hidden <= 1) return { head: items, hidden: 0, tail: [] }
  return { head: items.slice(0, keep.head), hidden, tail: items.slice(items.length - keep.tail) }
}

/** `… 41 lines hidden (--expand)`. */
export function hiddenRow(hidden: number, one: string, many: string | undefined, sheet: Sheet): Row {
  return noteRow(`${sheet.marks.ellipsis} ${counted(hidden, one, many)} hidden${sheet.hint}`, sheet)
}

/** A remark of the layout itself. */
export function noteRow(note: string, sheet: Sheet): Row {
  return [span(cutEnd(note, sheet.width, sheet.marks.ellipsis), 'quiet')]
}

/** The rows of a folded list, with the row that counts what is hidden between them. */
export function foldedRows<T>(
  items: readonly T[],
  keep: Keep,
  sheet: Sheet,
  one: string,
  rows: (item: T) => readonly Row[],
): Row[] {
  const folded = fold(items, keep, sheet)
  const hidden = folded.hidden === 0 ? [] : [hiddenRow(folded.hidden, one, undefined, sheet)]
  return [...folded.head.flatMap(rows), ...hidden, ...folded.tail.flatMap(rows)]
}

/** One line as rows: cut to the width when folded, broken into several when everything is shown. */
export function lineRows(line: string, sheet: Sheet, tone: Tone = 'plain', margin = ''): Row[] {
  const { width } = narrower(sheet, margin.length)
  const text = line.replaceAll('\t', '    ')
  const rest = ' '.repeat(margin.length)
  if (!sheet.expand) return [[span(margin, 'quiet'), span(cutEnd(text, width, sheet.marks.ellipsis), tone)]]
  return wrap(text, width).map((row, index) => [span(index === 0 ? margin : rest, 'quiet'), span(row, tone)])
}

/** A text as rows, folded to so many lines. */
export function textRows(text: string, keep: Keep, sheet: Sheet, tone: Tone = 'plain'): Row[] {
  return foldedRows(linesOf(text), keep, sheet, 'line', (line) => lineRows(line, sheet, tone))
}
