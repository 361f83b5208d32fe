import type { Card, SessionItem } from '@millrace/cards'
import type { ToolCallKind } from '@millrace/protocol'

/** What a row is about, for filters: a call of some kind, or something that was said. */
export type RowKind = ToolCallKind | 'said'

/** One row of a conversation. A row of which nothing changed is the same object in the next list. */
export interface Row {
  /** The same for the same thing, whatever comes before or behind it. */
  readonly key: string
  readonly item: SessionItem
  /** Of a call. */
  readonly card?: Card
  readonly kind: RowKind
  readonly isFailure: boolean
  readonly isWaiting: boolean
}
