import type { Piece } from '../layout/pieces.ts'
import type { Tone } from '../layout/row.ts'
import { show, widthOf } from '../text/shown.ts'

/** What one line of an output consists of: text in a tone, or a movement within the line. */
export type Stroke =
  | { readonly kind: 'text'; readonly text: string; readonly tone: Tone }
  | { readonly kind: 'return' }
  | { readonly kind: 'back' }
  /** Erases from the cursor to the end (0), from the start to the cursor (1), or all of the line (2). */
  | { readonly kind: 'erase'; readonly what: 0 | 1 | 2 }

const blank: Piece = { text: ' ', tone: 'plain' }
/** The second column of a wide character. */
const continuation: Piece = { text: '', tone: 'plain' }

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const printableAscii = /^[\x20-\x7e]*$/

/** What a terminal shows of a line once all of its strokes were made. */
export function redrawn(strokes: readonly Stroke[]): Piece[] {
  const cells: Piece[] = []
  let column = 0
  for (const stroke of strokes) {
    if (stroke.kind === 'text') column = written(cells, column, stroke)
    else if (stroke.kind === 'return') column = 0
    else if (stroke.kind === 'back') column = Math.max(0, column - 1)
    else erase(cells, column, stroke.what)
  }
  return joined(cells)
}

function written(cells: Piece[], from: number, { text, tone }: Piece): number {
  let column = from
  while (cells.length < column) cells.push(blank)
  if (printableAscii.test(text)) {
    for (let at = 0; at < text.length; at++) put(cells, column++, { text: text[at]!, tone })
    return column
  }
  for (const { segment } of segmenter.segment(text)) column = writtenGrapheme(cells, column, segment, tone)
  return column
}

function writtenGrapheme(cells: Piece[], column: number, text: string, tone: Tone): number {
  const shown = show(text)
  const width = shown === text ? widthOf(shown) : 1
  const base = cells[column - 1]?.text === '' ? column - 2 : column - 1
  const before = cells[base]
  if (width === 0 && before !== undefined) {
    cells[base] = { ...before, text: before.text + text }
    return column
  }
  put(cells, column, { text, tone })
  if (width < 2) return column + 1
  put(cells, column + 1, continuation)
  return column + 2
}

/** Writes over what stands there; half of a wide character leaves a blank in the place of its other half. */
function put(cells: Piece[], column: number, cell: Piece): void {
  if (cells[column]?.text === '' && cell.text !== '') cells[column - 1] = blank
  if (cells[column + 1]?.text === '') cells[column + 1] = blank
  cells[column] = cell
}

function erase(cells: Piece[], column: number, what: 0 | 1 | 2): void {
  if (what === 1) cells.fill(blank, 0, Math.min(cells.length, column + 1))
  else cells.length = what === 0 ? Math.min(cells.length, column) : 0
}

/** Cells of one tone as one piece. */
function joined(cells: readonly Piece[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let at = 1; at <= cells.length; at++) {
    const tone = cells[from]!.tone
    if (at < cells.length && (cells[at]!.tone === tone || cells[at]!.text === '')) continue
    const text = cells
      .slice(from, at)
      .map((cell) => cell.text)
      .join('')
    pieces.push({ text, tone })
    from = at
  }
  return pieces
}
