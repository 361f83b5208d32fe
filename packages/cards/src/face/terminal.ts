import type { TerminalCallView, TerminalResultView } from '@millrace/protocol'
import { proseBlocks } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import type { Keep } from '../layout/fold.ts'
import { span, type Row } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import { placeName } from '../text/place-name.ts'
import { liveBlocks, outputBlocks } from './output.ts'

const keepDescription: Keep = { head: 3, tail: 1 }

/**
 * A pending command; the command itself is the card's title.
 * @param printed - the end of what it printed so far.
 */
export function terminalCallFace(view: TerminalCallView, printed: string, sheet: Sheet): Face {
  const where = view.cwd === undefined ? '' : `in ${placeName(view.cwd, sheet)}`
  const body = [
    ...proseBlocks(view.description ?? '', keepDescription, sheet, 'quiet'),
    ...proseBlocks(where, keepDescription, sheet, 'quiet'),
    ...liveBlocks(printed, sheet),
  ]
  return { facts: [], body }
}

/** A finished command: how it ended, and both ends of what it printed. */
export function terminalResultFace(view: TerminalResultView, sheet: Sheet): Face {
  return { facts: endFacts(view), body: outputBlocks(view.output ?? '', view.omitted, sheet) }
}

function endFacts({ exitCode, signal, timedOut, job }: TerminalResultView): Row[] {
  return [
    ...(timedOut === true ? [[span('timed out', 'failed')]] : []),
    ...(exitCode === undefined ? [] : [[span(`exit ${exitCode}`, exitCode === 0 ? 'quiet' : 'failed')]]),
    ...(signal === undefined ? [] : [[span(`signal ${signal}`, 'failed')]]),
    ...(job === undefined ? [] : [[span(`job ${job}`)]]),
  ]
}
