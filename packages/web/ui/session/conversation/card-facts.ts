import { kindOf, looksFailed, type Card } from '@millrace/cards'
import type { ToolCallKind } from '@millrace/protocol'

/** What filters want to know of a card. */
export interface CardFacts {
  readonly kind: ToolCallKind
  /** It, or a call within it, looks failed or was denied. */
  readonly isFailure: boolean
  /** It, or a call within it, waits for an answer. */
  readonly isWaiting: boolean
}

/** A card that did not change is the same object. */
const known = new WeakMap<Card, CardFacts>()

/** The facts of a card, looked up once for as long as it does not change. */
export function cardFacts(card: Card): CardFacts {
  const before = known.get(card)
  if (before !== undefined) return before
  const facts = {
    kind: kindOf(card),
    isFailure: isFailure(card) || card.children.some((child) => cardFacts(child).isFailure),
    isWaiting: card.status === 'waiting' || card.children.some((child) => cardFacts(child).isWaiting),
  }
  known.set(card, facts)
  return facts
}

function isFailure(card: Card): boolean {
  return card.status === 'denied' || looksFailed(card)
}
