import { CardView } from '../../card/card-view.tsx'
import { SaidView } from '../../card/said-view.tsx'
import type { Row } from './row.ts'

interface RowViewProps {
  readonly row: Row
  /** Its place among all rows, counted from 1. */
  readonly place: { readonly at: number; readonly of: number }
}

/** One row of a conversation. */
export function RowView({ row, place }: RowViewProps) {
  const { card, item, key } = row
  if (card !== undefined) return <CardView card={card} place={place} />
  return item.kind === 'call' ? null : <SaidView item={item} part={key} place={place} />
}
