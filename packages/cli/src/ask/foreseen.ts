import type { Card } from '@millrace/cards'
import type { Asked } from './answerer.ts'

/** A call as a person is asked about it. */
export interface ForeseenCall {
  readonly card: Card
  /** What else there is to know before the answer. */
  readonly notes: readonly string[]
}

/** The call with the change that it would make in the place of its arguments, where that can be known beforehand. */
export async function foreseen({ card, preview }: Asked): Promise<ForeseenCall> {
  try {
    const found = await preview()
    if (found === undefined) return { card, notes: [] }
    const { view, problem } = found
    if (problem !== undefined) return { card, notes: [`it would fail: ${problem}`] }
    return { card: { ...card, call: view }, notes: [] }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { card, notes: [`what it would change cannot be shown: ${why}`] }
  }
}
