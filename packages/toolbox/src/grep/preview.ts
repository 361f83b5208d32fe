import { wholeBoundary } from '../text/cut.ts'
import { grepLimits } from './limits.ts'

/** A listed line; `cut` marks one of which only a part around the match is shown. */
export interface Preview {
  line: string
  cut?: true
}

/** Share of a cut line that stands before the match. */
const leadLength = 80

/** A line as it is listed: whole, or the stretch around the match between `…` marks. */
export function preview(line: string, matchAt: number): Preview {
  if (line.length <= grepLimits.lineLength) return { line }
  const room = grepLimits.lineLength - 2
  const start = wholeBoundary(line, Math.max(0, Math.min(matchAt - leadLength, line.length - room)))
  const end = wholeBoundary(line, Math.min(line.length, start + room))
  const shown = line.slice(start, end)
  return { line: `${start > 0 ? '…' : ''}${shown}${end < line.length ? '…' : ''}`, cut: true }
}
