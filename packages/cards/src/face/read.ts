import type { ReadResultView } from '@millrace/protocol'
import type { Face } from '../layout/face.ts'
import { span } from '../layout/row.ts'
import { foldedRows, lineRows, type Keep, type Sheet } from '../layout/sheet.ts'
import { count } from '../text/count.ts'

const keep: Keep = { head: 8, tail: 3 }

/** A window of numbered lines. */
export function readFace(view: ReadResultView, sheet: Sheet): Face {
  const digits = view.lines.reduce((most, { number }) => Math.max(most, String(number).length), 1)
  const body = foldedRows(view.lines, keep, sheet, 'line', ({ number, text }) =>
    lineRows(text, sheet, 'plain', `${String(number).padStart(digits)}  `),
  )
  return { facts: [[span(range(view))]], body }
}

/** `lines 1-18 of 18`. */
function range(view: ReadResultView): string {
  const first = view.lines[0]?.number
  const last = view.lines.at(-1)?.number
  if (first === undefined || last === undefined) {
    return view.totalLines === 0
      ? 'empty'
      : `no lines from ${count(view.offset)} on, of ${count(view.totalLines)}`
  }
  const lines = first === last ? `line ${count(first)}` : `lines ${count(first)}-${count(last)}`
  return `${lines} of ${count(Math.max(view.totalLines, last))}`
}
