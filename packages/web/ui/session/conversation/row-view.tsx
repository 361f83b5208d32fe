import { useMemo } from 'preact/hooks'
import { CardView } from '../../card/card-view.tsx'
import { SaidView } from '../../card/said-view.tsx'
import type { Row } from './row.ts'

interface RowViewProps {
  readonly row: Row
  /** Its place among all rows, counted from 1. */
  readonly at: number
  readonly of: number
}

/** One row of a conversation. Nothing of it is looked at again while it stays as it is, such as when somebody scrolls. */
export function RowView({ row, at, of }: RowViewProps) {
  return useMemo(() => {
    const { card, item, key } = row
    const place = { at, of }
    if (card !== undefined) return <CardView card={card} place={place} />
    return item.kind === 'call' ? null : <SaidView item={item} part={key} place={place} />
  }, [row, at, of])
}
