import { show, span, widthOf, wrapWords, type Row, type Span, type Tone } from '@millrace/cards'

/** A text in a table, with its tone where that is not the plain one. */
export type Cell = string | readonly [text: string, tone: Tone]

const gap = 2
const margin = '    '

/**
 * Lines with their cells below each other. A line that is too wide for the screen takes several rows, so that nothing is
 * cut.
 * @param width - of the screen, in columns.
 */
export function tableRows(lines: readonly (readonly Cell[])[], width: number): Row[] {
  const columns = Math.max(0, ...lines.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...lines.flatMap((line) => (column < line.length - 1 ? [cellWidth(line[column])] : []))),
  )
  return lines.flatMap((line) => {
    const row = line.map((cell, column) => {
      const [text, tone] = partsOf(cell)
      const isLast = column === line.length - 1
      const shown = show(text)
      return span(isLast ? shown : shown + ' '.repeat((widths[column] ?? 0) - widthOf(shown) + gap), tone)
    })
    const taken = row.reduce((sum, { text }) => sum + widthOf(show(text)), 0)
    return taken <= width ? [row] : flowed(line, width)
  })
}

/** A text below a line of a table, behind a margin. */
export function remarkRows(text: string, marginText: string, width: number): Row[] {
  return wrapWords(text, Math.max(1, width - marginText.length)).map((row) => [
    span(marginText),
    span(row, 'quiet'),
  ])
}

/** The cells of one line on as few rows as hold them, all but the first one behind a margin. */
function flowed(line: readonly Cell[], width: number): Row[] {
  const rows: Span[][] = []
  let taken = 0
  for (const cell of line.filter((each) => partsOf(each)[0].trim() !== '')) {
    const [text, tone] = partsOf(cell)
    const [shown, last] = [show(text.trimEnd()), rows.at(-1)]
    if (last !== undefined && taken + gap + widthOf(shown) <= width) {
      last.push(span(' '.repeat(gap)), span(shown, tone))
      taken += gap + widthOf(shown)
      continue
    }
    const before = rows.length === 0 ? '' : margin
    for (const part of wrapWords(shown, Math.max(1, width - before.length))) {
      rows.push([span(before), span(part, tone)])
      taken = before.length + widthOf(show(part))
    }
  }
  return rows
}

function partsOf(cell: Cell): readonly [text: string, tone: Tone] {
  return typeof cell === 'string' ? [cell, 'plain'] : cell
}

function cellWidth(cell: Cell | undefined): number {
  return cell === undefined ? 0 : widthOf(show(partsOf(cell)[0]))
}
