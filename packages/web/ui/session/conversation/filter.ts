import type { Card } from '@millrace/cards'
import { cardFacts } from './card-facts.ts'
import type { Row, RowKind } from './row.ts'

/** What of a conversation is shown. */
export interface Filter {
  readonly only: 'all' | 'failures' | 'waiting'
  /** Kinds that are shown; all of them where it is empty. */
  readonly kinds: ReadonlySet<RowKind>
}

/** Shows everything. */
export const noFilter: Filter = { only: 'all', kinds: new Set() }

/** The rows that a filter lets through. */
export function filtered(rows: readonly Row[], { only, kinds }: Filter): readonly Row[] {
  if (only === 'all' && kinds.size === 0) return rows
  return rows.filter(
    (row) =>
      (kinds.size === 0 || kinds.has(row.kind)) &&
      (only === 'all' || (only === 'failures' ? row.isFailure : row.isWaiting)),
  )
}

/** Which of the calls within a card a filter lets through; `undefined` where it is all of them. */
export function withinFilter({ only }: Filter): ((card: Card) => boolean) | undefined {
  if (only === 'all') return undefined
  return (card) => (only === 'failures' ? cardFacts(card).isFailure : cardFacts(card).isWaiting)
}

/** How many rows there are of each sort. */
export interface Counts {
  readonly calls: number
  readonly failures: number
  readonly waiting: number
  readonly kinds: Readonly<Partial<Record<RowKind, number>>>
}

/** Counts rows, whatever filter there is. */
export function countsOf(rows: readonly Row[]): Counts {
  let [calls, failures, waiting] = [0, 0, 0]
  const kinds: Partial<Record<RowKind, number>> = {}
  for (const { card, kind, isFailure, isWaiting } of rows) {
    if (card !== undefined) calls++
    if (isFailure) failures++
    if (isWaiting) waiting++
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  return { calls, failures, waiting, kinds }
}
