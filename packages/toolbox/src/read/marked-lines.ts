import type { TextValue } from './value.ts'

/** The lines of a window as they are shown: one of which only the start is given ends in how much is left out. */
export function markedLines({ offset, lines, cut, totalLines, totalIsLowerBound }: TextValue): string[] {
  const omitted = new Map(cut.map(({ line, omittedBytes }) => [line, omittedBytes]))
  return lines.map((line, index) => {
    const left = omitted.get(offset + index)
    if (left === undefined) return line
    const least = totalIsLowerBound === true && offset + index === totalLines ? 'at least ' : ''
    return `${line} […${least}${left} more bytes of this line]`
  })
}
