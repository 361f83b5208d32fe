import type { ShownPart } from '../workspace/seen-lines.ts'
import type { ReadValue } from './value.ts'

/** What a read showed of its file. A line of which only the start is given was not shown. */
export function shownPart(value: ReadValue): ShownPart {
  if (value.kind === 'image') return 'all'
  if (value.kind === 'binary' || value.cut.length > 0 || value.column !== undefined) return 'nothing'
  const { offset, lines, totalLines, totalIsLowerBound } = value
  const total = totalIsLowerBound === true ? Infinity : totalLines
  return { first: offset, last: offset + lines.length - 1, total }
}
