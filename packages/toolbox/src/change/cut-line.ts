import { cutEnd, wholeBoundary } from '../text/cut.ts'
import { firstDifference } from '../text/first-difference.ts'
import { changeLimits } from './limits.ts'

const { lineUnits } = changeLimits
/** Units that are shown before the first difference. */
const lead = 100
const mark = '…'

/**
 * A line with its end, no longer than a hunk may show: its start, or what stands around the first place where it
 * differs from another line, with a mark wherever something is left out.
 */
export function cutLine(line: string, other?: string): string {
  if (line.length <= lineUnits) return line
  const end = /\r?\n$/.exec(line)?.[0] ?? ''
  const text = line.slice(0, line.length - end.length)
  const from = other === undefined ? 0 : Math.max(0, firstDifference(line, other) - lead)
  const start = from === 0 ? 0 : wholeBoundary(text, from)
  const rest = text.slice(start)
  const shown = cutEnd(rest, lineUnits - mark.length * 2 - end.length)
  return `${start > 0 ? mark : ''}${shown}${shown.length < rest.length ? mark : ''}${end}`
}
