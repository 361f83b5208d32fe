import type { Card, CardStatus } from '../state.ts'
import type { CardWords } from '../words/card-words.ts'
import { english } from '../words/english.ts'

/** `12 calls (10 done, 2 failed)`. */
export function tally(cards: readonly Card[], words: CardWords = english): string {
  const states = new Map<CardStatus, number>()
  for (const { status } of cards) states.set(status, (states.get(status) ?? 0) + 1)
  return words.header.tally(cards.length, [...states])
}
