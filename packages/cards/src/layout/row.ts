import { show, widthOf, type Shown } from '../text/shown.ts'

/** What a piece of text means; a painter gives it its looks. */
export type Tone =
  | 'plain'
  | 'strong'
  | 'quiet'
  | 'struck'
  | 'queued'
  | 'running'
  | 'waiting'
  | 'done'
  | 'failed'
  | 'denied'
  | 'cancelled'
  | DiffTone
  | CodeTone
  | OutputTone

/** Lines of a diff, and the parts of them that differ from the line they replace. */
type DiffTone = 'added' | 'removed' | 'added-part' | 'removed-part'

/** Parts of a program. */
export type CodeTone =
  | 'code-keyword'
  | 'code-string'
  | 'code-number'
  | 'code-comment'
  | 'code-name'
  | 'code-attribute'

/** What a command coloured itself; never painted like a state. */
export type OutputTone =
  | 'output-red'
  | 'output-green'
  | 'output-yellow'
  | 'output-blue'
  | 'output-magenta'
  | 'output-cyan'
  | 'output-bold'

/** A piece of one row. Its text cannot be made but by the escaping function. */
export interface Span {
  readonly text: Shown
  readonly tone: Tone
}

/** One row of output. */
export type Row = readonly Span[]

/** A piece of a row from any text, escaped. */
export function span(text: string, tone: Tone = 'plain'): Span {
  return { text: show(text), tone }
}

/** A row as text, without its tones. */
export function textOf(row: Row): Shown {
  return row.map(({ text }) => text).join('') as Shown
}

/** A header measures the same pieces again for each way in which it could be broken. */
const widths = new WeakMap<Span, number>()

/** Columns that a row takes. */
export function rowWidth(row: Row): number {
  return row.reduce((sum, each) => sum + spanWidth(each), 0)
}

function spanWidth(piece: Span): number {
  const known = widths.get(piece)
  if (known !== undefined) return known
  const width = widthOf(piece.text)
  widths.set(piece, width)
  return width
}

/** The rows moved to the right by a margin. */
export function indented(rows: readonly Row[], margin: string): Row[] {
  return rows.map((row) => [span(margin, 'quiet'), ...row])
}
