import type { Card } from '@millrace/cards'
import type { CallId } from '@millrace/protocol'

/** The card of a call, at any depth. */
export function cardIn(cards: readonly Card[], callId: CallId): Card | undefined {
  for (const card of cards) {
    const found = card.callId === callId ? card : cardIn(card.children, callId)
    if (found !== undefined) return found
  }
  return undefined
}
