import { hasEnded, isAsked } from './settle.ts'
import type { Card } from './state.ts'

/**
 * Milliseconds that a call took, without those for which its own questions waited for an answer.
 * @param now - the time in milliseconds since the epoch, at which a call that has not ended is looked at.
 */
export function runTimeOf(card: Omit<Card, 'children'>, now: number): number {
  const until = card.endedAt ?? now
  return Math.max(0, until - card.startedAt - waitedMsOf(card, until))
}

/** Milliseconds for which the questions about a call have waited at a time; one that is open still does. */
export function waitedMsOf(card: Omit<Card, 'children'>, at: number): number {
  const { waitedMs = 0, approval } = card
  if (approval === undefined || !isAsked(card) || hasEnded(card)) return waitedMs
  return waitedMs + Math.max(0, at - approval.askedAt)
}
