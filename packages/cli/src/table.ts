import { show, span, widthOf, wrapWords, type Row, type Tone } from '@millrace/cards'

/** A text in a table, with its tone where that is not the plain one. */
export type Cell = string | readonly [text: string, tone: Tone]

const gap = 2
const margin = '    '

/**
 * Lines with their cells below each other. A line that is too wide for the screen has all but its first cell on rows of
 * their own below it, so that nothing is cut.
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
    return taken <= width ? [row] : stacked(line, width)
  })
}

function stacked([first, ...rest]: readonly Cell[], width: number): Row[] {
  if (first === undefined) return []
  const [text, tone] = partsOf(first)
  return [
    ...wrapWords(text, Math.max(1, width)).map((row) => [span(row, tone)]),
    ...rest.flatMap((cell) => {
      const [below, itsTone] = partsOf(cell)
      const room = Math.max(1, width - margin.length)
      return below === '' ? [] : wrapWords(below, room).map((row) => [span(margin), span(row, itsTone)])
    }),
  ]
}

function partsOf(cell: Cell): readonly [text: string, tone: Tone] {
  return typeof cell === 'string' ? [cell, 'plain'] : cell
}

function cellWidth(cell: Cell | undefined): number {
  return cell === undefined ? 0 : widthOf(show(partsOf(cell)[0]))
}
