import type { Line } from '../layout/block.ts'
import type { Row } from '../layout/row.ts'
import { lineRows } from '../layout/screen.ts'
import { sheetOf, type RenderOptions } from '../layout/sheet.ts'

/**
 * A line as rows of a screen, safe to show: cut to the width when folded, around what matters most in it, with a count of
 * what that hides; broken into as many rows as it needs with `expand`.
 */
export function drawLine(line: Line, options: Pick<RenderOptions, 'width' | 'expand' | 'ascii'>): Row[] {
  return lineRows(line, sheetOf(options))
}
