import { counted } from '../text/count.ts'
import { linesOf } from '../text/lines.ts'
import { cutEnd, cutMiddle, wrap, wrapWords } from '../text/shown.ts'
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
export function hiddenRows(hidden: number, one: string, many: string | undefined, sheet: Sheet): Row[] {
  return noteRows(`${sheet.marks.ellipsis} ${counted(hidden, one, many)} hidden${sheet.hint}`, sheet)
}

/** A remark of the layout itself. */
export function noteRows(note: string, sheet: Sheet): Row[] {
  return messageRows(note, sheet, 'quiet')
}

/** One line of a message: it is never cut, but broken between words. */
export function messageRows(line: string, sheet: Sheet, tone: Tone = 'plain'): Row[] {
  return wrapWords(withoutTabs(line), sheet.width).map((row) => [span(row, tone)])
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
  const hidden = folded.hidden === 0 ? [] : hiddenRows(folded.hidden, one, undefined, sheet)
  return [...folded.head.flatMap(rows), ...hidden, ...folded.tail.flatMap(rows)]
}

/** One line as rows: cut to the width when folded, broken into several when everything is shown. */
export function lineRows(line: string, sheet: Sheet, tone: Tone = 'plain', margin = ''): Row[] {
  const { width } = narrower(sheet, margin.length)
  const text = withoutTabs(line)
  const rest = ' '.repeat(margin.length)
  if (!sheet.expand) return [[span(margin, 'quiet'), span(cutEnd(text, width, sheet.marks.ellipsis), tone)]]
  return wrap(text, width).map((row, index) => [span(index === 0 ? margin : rest, 'quiet'), span(row, tone)])
}

/** A text as rows, folded to so many lines. */
export function textRows(text: string, keep: Keep, sheet: Sheet, tone: Tone = 'plain'): Row[] {
  return foldedRows(linesOf(text), keep, sheet, 'line', (line) => lineRows(line, sheet, tone))
}

/** A text of at most this many characters is a message that is read to its last word. */
const messageLength = 1_000
/** Rows that one line of a longer text takes at most when it is folded. */
const rowsPerLine = 3

/**
 * A text that people read as rows, folded to so many lines. Lines are broken between words; only the lines of a
 * long text are cut, in their middle, as the advice stands at the end.
 */
export function proseRows(text: string, keep: Keep, sheet: Sheet, tone: Tone = 'plain'): Row[] {
  const lines = linesOf(text)
  const isWhole = sheet.expand || text.length <= messageLength
  const columns = lines.length === 1 ? messageLength : rowsPerLine * sheet.width
  return foldedRows(lines, keep, sheet, 'line', (line) =>
    messageRows(isWhole ? line : cutMiddle(withoutTabs(line), columns, sheet.marks.ellipsis), sheet, tone),
  )
}

/** A tab's width depends on where it stands; four blanks do not. */
export function withoutTabs(line: string): string {
  return line.replaceAll('\t', '    ')
}
