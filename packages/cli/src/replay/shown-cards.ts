import { looksFailed, sessionCard, type Card, type SessionItem, type SessionView } from '@millrace/cards'

/** Whether an item of a session tells of something that did not go well. */
export function tellsOfFailure(item: SessionItem, view: SessionView): boolean {
  if (item.kind === 'call') {
    const card = sessionCard(view, item)
    return card !== undefined && wentWrong(card)
  }
  if (item.kind === 'end') return item.reason !== 'done' && item.reason !== 'concluded'
  if (item.kind === 'assistant') return item.state === 'cut'
  if (item.kind !== 'note') return false
  const { note } = item
  return (
    note.type === 'unreadable' || note.type === 'retry' || (note.type === 'resumed' && note.closedCalls > 0)
  )
}

/** A program or a sub-agent may have gone on where one of its calls failed. */
function wentWrong(card: Card): boolean {
  return (
    looksFailed(card) ||
    card.status === 'denied' ||
    card.status === 'cancelled' ||
    card.children.some(wentWrong)
  )
}
