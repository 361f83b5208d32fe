import type { Card } from '../state.ts'
import { count } from '../text/count.ts'
import type { HeaderWords } from '../words/card-words.ts'
import { programOf } from '../view/program.ts'

/** How far a call has come that still runs, in a few words; the output of a command is no news of that kind. */
export function progressWords(card: Card, words: HeaderWords): string {
  if (card.endedAt !== undefined || card.progress === undefined) return ''
  const { done, total, text = '' } = card.progress
  const amount =
    done === undefined ? '' : total === undefined ? count(done) : words.progress(count(done), count(total))
  return [amount, isBody(card, text) ? '' : text].filter((part) => part !== '').join(' ')
}

/** What a call that still runs printed so far, as far as it is known; empty where it prints nothing. */
export function printedBy(card: Card): string {
  const { text = '' } = card.progress ?? {}
  return card.endedAt === undefined && isBody(card, text) ? text : ''
}

function isBody(card: Card, text: string): boolean {
  return card.call.card === 'terminal' || programOf(card) !== undefined || text.includes('\n')
}
