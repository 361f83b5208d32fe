import { isDeniedByAnswer } from '../settle.ts'
import type { Card } from '../state.ts'
import { programOf } from '../view/program.ts'
import type { BodyWords } from '../words/card-words.ts'
import { proseBlocks, type Block } from './block.ts'
import type { Keep } from './fold.ts'
import type { Sheet } from './sheet.ts'

const keepFailure: Keep = { head: 6, tail: 3 }
/** A failure of at most this many characters is shown to its last word. */
const shortFailure = 1_000

/**
 * Why a call did not succeed, in the words that the model was told.
 * @param isSaid - whether the header says a text in full.
 */
export function failureBlocks(card: Card, sheet: Sheet, isSaid: (text: string) => boolean): Block[] {
  const message = withoutConsole(card, card.failure?.replace(/^Error: /, ''))
  if (message === undefined) return []
  if (isDeniedByAnswer(card)) return answerBlocks(card, sheet, isSaid)
  // Of a call that was given up, what happened and the last lines of its output.
  if (card.status === 'cancelled')
    return proseBlocks(cancellation(message, sheet.words.body), { head: 1, tail: sheet.outputLines }, sheet)
  const open = message.length <= shortFailure ? { ...sheet, expand: true } : sheet
  return proseBlocks(message, keepFailure, open, card.status === 'denied' ? 'denied' : 'plain')
}

/** The console stands below a program's calls; what the model was told repeats it at its end. */
function withoutConsole(card: Card, message: string | undefined): string | undefined {
  if (card.console === undefined || programOf(card) === undefined) return message
  const at = message?.lastIndexOf('\nCaptured output:\n') ?? -1
  return at < 0 ? message : message?.slice(0, at)
}

/** The header says who denied it; what the model was told says no more than that, and the words of the answer. */
function answerBlocks({ approval }: Card, sheet: Sheet, isSaid: (text: string) => boolean): Block[] {
  const said = approval?.message ?? ''
  return isSaid(said) ? [] : proseBlocks(said, keepFailure, { ...sheet, expand: true }, 'denied')
}

/** What the model is told of a cancellation, in the words of people. */
function cancellation(message: string, words: BodyWords): string {
  return message
    .replace(/^tool call aborted before dispatch$/, () => words.cancelledBefore)
    .replace(/^tool call aborted(?=$|;)/, () => words.cancelledWhile)
}
