import type { TextValue } from './value.ts'

/** The lines of a window as they are shown: one of which only the start is given ends in how much is left out. */
export function markedLines(value: TextValue): string[] {
  const { offset, lines, cut, totalLines, totalIsLowerBound, column, lineEnding } = value
  // Where a line alone was read, its end says that all of it was counted.
  const isCounted = column !== undefined && lineEnding !== 'none'
  const omitted = new Map(cut.map(({ line, omittedBytes }) => [line, omittedBytes]))
  return lines.map((line, index) => {
    const left = omitted.get(offset + index)
    if (left === undefined) return line
    const isLeast = totalIsLowerBound === true && offset + index === totalLines && !isCounted
    const least = isLeast ? 'at least ' : ''
    return `${line} […${least}${left} more bytes of this line]`
  })
}
