import { cardRows } from './layout/card-rows.ts'
import type { Row, Span, Tone } from './layout/row.ts'
import { sheetOf, type RenderOptions } from './layout/sheet.ts'
import type { Card } from './state.ts'

/** A card as plain text; no line break at the end. */
export function renderPlain(card: Card, options: RenderOptions): string {
  return paintPlain(cardRows(card, sheetOf(options)))
}

/** A card for a terminal, the same text with colours; no line break at the end. */
export function renderAnsi(card: Card, options: RenderOptions): string {
  return paintAnsi(cardRows(card, sheetOf(options)))
}

/** Rows as plain text. */
export function paintPlain(rows: readonly Row[]): string {
  return painted(rows, ({ text }) => text)
}

/** Rows with colours. */
export function paintAnsi(rows: readonly Row[]): string {
  return painted(rows, ({ text, tone }) => {
    const codes = sgr[tone]
    return codes === undefined || text.trim() === '' ? text : `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m`
  })
}

/** Select Graphic Rendition: what switches a tone on and off. */
const sgr: Readonly<Record<Tone, readonly [on: string, off: string] | undefined>> = {
  plain: undefined,
  strong: ['1', '22'],
  quiet: ['2', '22'],
  struck: ['9', '29'],
  queued: ['2', '22'],
  running: ['36', '39'],
  waiting: ['33', '39'],
  done: ['32', '39'],
  failed: ['31', '39'],
  denied: ['35', '39'],
  cancelled: ['2;9', '22;29'],
  added: ['32', '39'],
  removed: ['31', '39'],
  'added-part': ['4;32', '24;39'],
  'removed-part': ['4;31', '24;39'],
  'code-keyword': ['94', '39'],
  'code-string': ['33', '39'],
  'code-number': ['95', '39'],
  'code-comment': ['2;3', '22;23'],
  'code-name': ['96', '39'],
  'code-attribute': ['94', '39'],
  'output-red': ['91', '39'],
  'output-green': ['92', '39'],
  'output-yellow': ['93', '39'],
  'output-blue': ['94', '39'],
  'output-magenta': ['95', '39'],
  'output-cyan': ['96', '39'],
  'output-bold': ['1', '22'],
}

function painted(rows: readonly Row[], paint: (span: Span) => string): string {
  return rows.map((row) => visible(row).map(paint).join('')).join('\n')
}

/** A row of blanks alone is empty; of any other, blanks at the end are part of what is shown. */
function visible(row: Row): Row {
  return row.some(({ text }) => text.trim() !== '') ? row : []
}
