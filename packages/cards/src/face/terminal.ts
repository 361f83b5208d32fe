import type { TerminalCallView, TerminalResultView, ToolCallView } from '@millrace/protocol'
import { proseBlocks, type Block } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import type { Keep } from '../layout/fold.ts'
import { span, type Row } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import { endedBadly } from '../settle.ts'
import { placeName } from '../text/place-name.ts'
import type { FaceWords } from '../words/card-words.ts'
import { liveBlocks, outputBlocks } from './output.ts'

const keepDescription: Keep = { head: 3, tail: 1 }
/** The end of an output says how it went, the start what it was. */
const firstLines = 2
/** What went wrong seldom stands in the last lines alone. */
const lastLinesOfFailure = 20

/**
 * A pending command; the command itself is the card's title.
 * @param printed - the end of what it printed so far.
 */
export function terminalCallFace(view: TerminalCallView, printed: string, sheet: Sheet): Face {
  return { facts: [], body: aboutBlocks(view, sheet), output: liveBlocks(printed, sheet) }
}

/** What the command is for, and where it runs. */
function aboutBlocks({ description = '', cwd }: TerminalCallView, sheet: Sheet): Block[] {
  const where = cwd === undefined ? '' : sheet.words.face.inFolder(placeName(cwd, sheet))
  return [description, where].flatMap((text) => proseBlocks(text, keepDescription, sheet, 'quiet'))
}

/** A finished command: how it ended, and both ends of what it printed. */
export function terminalResultFace(view: TerminalResultView, call: ToolCallView, sheet: Sheet): Face {
  const tail = endedBadly(view) ? Math.max(lastLinesOfFailure, sheet.outputLines) : sheet.outputLines
  return {
    facts: endFacts(view, sheet.words.face),
    body: sheet.expand && call.card === 'terminal' ? aboutBlocks(call, sheet) : [],
    output: outputBlocks(view.output ?? '', view.omitted, { head: firstLines, tail }, sheet),
  }
}

function endFacts({ exitCode, signal, timedOut, job }: TerminalResultView, words: FaceWords): Row[] {
  return [
    ...(timedOut === true ? [[span(words.timedOut, 'failed')]] : []),
    ...(exitCode === undefined ? [] : [[span(words.exit(exitCode), exitCode === 0 ? 'quiet' : 'failed')]]),
    ...(signal === undefined ? [] : [[span(words.signal(signal), 'failed')]]),
    ...(job === undefined ? [] : [[span(words.job(job))]]),
  ]
}
