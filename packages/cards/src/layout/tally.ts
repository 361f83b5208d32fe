import type { Card } from '../state.ts'
import { count, counted } from '../text/count.ts'

/** `12 calls (10 done, 2 failed)`. */
export function tally(cards: readonly Card[]): string {
  const states = new Map<string, number>()
  for (const { status } of cards) states.set(status, (states.get(status) ?? 0) + 1)
  const parts = [...states].map(([status, number]) => `${count(number)} ${status}`)
  return `${counted(cards.length, 'call')} (${parts.join(', ')})`
}
