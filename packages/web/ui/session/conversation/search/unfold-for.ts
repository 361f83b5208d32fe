import type { Card } from '@millrace/cards'
import type { ConversationState } from '../conversation-state.ts'
import type { Row } from '../row.ts'
import { textsOf } from './texts-of.ts'

/** Unfolds one more level of a row, towards words that are folded away in it. @returns whether there was one. */
export function unfoldFor(row: Row, sought: RegExp, state: ConversationState): boolean {
  const { unfolded } = state.session
  if (row.card !== undefined) {
    const card = nextFolded(row.card, sought, (each) => unfolded.isOpen(each))
    if (card === undefined) return false
    state.toggle(card)
    return true
  }
  if (unfolded.all.peek() || unfolded.isPartOpen(row.key)) return false
  state.togglePart(row.key)
  return true
}

/** The outermost card with the words in it that is folded. */
function nextFolded(card: Card, sought: RegExp, isOpen: (card: Card) => boolean): Card | undefined {
  if (!isOpen(card)) return card
  for (const child of card.children) {
    const next = isIn(child, sought) ? nextFolded(child, sought, isOpen) : undefined
    if (next !== undefined) return next
  }
  return undefined
}

function isIn(card: Card, sought: RegExp): boolean {
  for (const text of textsOf({ item: { kind: 'call', callId: card.callId, index: 0 }, card })) {
    sought.lastIndex = 0
    if (sought.test(text)) return true
  }
  return false
}
