import type { CallId } from '@millrace/protocol'
import { isAsked } from './settle.ts'
import type { Card } from './state.ts'

/** Whether a card has ended; what comes later for it is not news. */
export function hasEnded(card: Card): boolean {
  return card.endedAt !== undefined
}

/**
 * Replaces the card of a call, at any depth, by what `change` makes of it, and brings its parents up to date.
 * The same array comes back where nothing changed. Of several cards with one id the latest is meant.
 */
export function changeCard(
  cards: readonly Card[],
  callId: CallId,
  change: (card: Card) => Card,
): readonly Card[] {
  for (let index = cards.length - 1; index >= 0; index--) {
    const card = cards[index]!
    const next = card.callId === callId ? change(card) : changeWithin(card, callId, change)
    if (next !== card) return cards.with(index, next)
    if (card.callId === callId) return cards
  }
  return cards
}

function changeWithin(card: Card, callId: CallId, change: (card: Card) => Card): Card {
  if (card.children.length === 0) return card
  const children = changeCard(card.children, callId, change)
  return children === card.children ? card : withChildren(card, children)
}

/** A card with other children: it waits while one of them waits, unless it ended or waits on its own account. */
export function withChildren(card: Card, children: readonly Card[]): Card {
  if (hasEnded(card) || isAsked(card)) return { ...card, children }
  const waiting = children.some((child) => child.status === 'waiting')
  return { ...card, children, status: waiting ? 'waiting' : 'running' }
}
