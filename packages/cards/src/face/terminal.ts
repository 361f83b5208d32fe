import type { TerminalCallView, TerminalResultView } from '@millrace/protocol'
import type { Face } from '../layout/face.ts'
import { span, type Row } from '../layout/row.ts'
import { lineRows, proseRows, textRows, type Keep, type Sheet } from '../layout/sheet.ts'

/** The end of an output says how it went, the start what it was. */
const keep: Keep = { head: 2, tail: 5 }
const keepDescription: Keep = { head: 3, tail: 1 }

/** A pending command; the command itself is the card's title. */
export function terminalCallFace(view: TerminalCallView, sheet: Sheet): Face {
  const body = [
    ...proseRows(view.description ?? '', keepDescription, sheet, 'quiet'),
    ...(view.cwd === undefined ? [] : lineRows(`in ${view.cwd}`, sheet, 'quiet')),
  ]
  return { facts: [], body }
}

/** A finished command: how it ended, and both ends of what it printed. */
export function terminalResultFace(view: TerminalResultView, sheet: Sheet): Face {
  const facts: Row[] = []
  if (view.exitCode !== undefined) {
    facts.push([span(`exit ${view.exitCode}`, view.exitCode === 0 ? 'quiet' : 'failed')])
  }
  if (view.signal !== undefined) facts.push([span(`signal ${view.signal}`, 'failed')])
  return { facts, body: textRows(view.output ?? '', keep, sheet) }
}
