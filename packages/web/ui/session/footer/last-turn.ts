import { sessionItem, type SessionView, type TurnEndItem } from '@millrace/cards'

/** Behind the end of a turn stands little, as a rule only the question that begins the next one. */
const mostLookedAt = 2_000

/** The end of the turn that ended last; `undefined` where none did, or only long ago. */
export function lastTurn(view: SessionView): TurnEndItem | undefined {
  for (let at = view.settled - 1; at >= Math.max(0, view.settled - mostLookedAt); at--) {
    const item = sessionItem(view, at)
    if (item?.kind === 'end') return item
  }
  return undefined
}
