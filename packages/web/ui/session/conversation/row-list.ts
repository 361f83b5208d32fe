import { sessionCard, sessionItem, type SessionItem, type SessionView } from '@millrace/cards'
import { cardFacts } from './card-facts.ts'
import type { Row } from './row.ts'

/** Makes the rows of a session, over and over as it grows: what is settled is made once. */
export class RowList {
  /** Rows of the first items, which no event changes any more. */
  private settled: Row[] = []
  /** How many items they are of; some items have nothing to show. */
  private items = 0
  private last: SessionItem | undefined
  /** How often each name occurs among them. */
  private keys = new Map<string, number>()
  /** Of the items behind those, to keep what did not change. */
  private open = new Map<string, Row>()

  /** The rows of a view: of the same session later or earlier, or of another one. */
  rowsOf(view: SessionView): readonly Row[] {
    if (!this.goesOn(view)) this.forget()
    for (; this.items < view.settled; this.items++) {
      const item = sessionItem(view, this.items)!
      const row = this.rowOf(view, item, this.keys)
      if (row !== undefined) this.settled.push(row)
      this.last = item
    }
    const rows = this.settled.slice()
    const open = new Map<string, Row>()
    const keys = new Map<string, number>()
    for (let at = this.items; ; at++) {
      const item = sessionItem(view, at)
      if (item === undefined) break
      const row = this.rowOf(view, item, keys)
      if (row === undefined) continue
      rows.push(row)
      open.set(row.key, row)
    }
    this.open = open
    return rows
  }

  private goesOn(view: SessionView): boolean {
    if (this.items === 0) return true
    return view.settled >= this.items && sessionItem(view, this.items - 1) === this.last
  }

  private forget(): void {
    this.settled = []
    this.items = 0
    this.keys.clear()
    this.open.clear()
  }

  private rowOf(view: SessionView, item: SessionItem, keys: Map<string, number>): Row | undefined {
    if (isEmpty(item)) return undefined
    const name = item.kind === 'call' ? item.callId : `${item.kind} ${item.at}`
    const own = keys.get(name) ?? 0
    keys.set(name, own + 1)
    const before = keys === this.keys ? own : own + (this.keys.get(name) ?? 0)
    const key = before === 0 ? name : `${name} ${before}`
    const card = item.kind === 'call' ? sessionCard(view, item) : undefined
    if (item.kind === 'call' && card === undefined) return undefined
    const known = this.open.get(key)
    if (known !== undefined && known.item === item && known.card === card) return known
    if (card !== undefined) return { key, item, card, ...cardFacts(card) }
    return { key, item, kind: 'said', isFailure: isFailure(item), isWaiting: false }
  }
}

/** An answer of which nothing can be seen, such as one that only begins. */
function isEmpty(item: SessionItem): boolean {
  if (item.kind !== 'assistant') return false
  const { text, reasoning, images, state } = item
  return text === '' && reasoning === '' && images === undefined && state === 'done' && item.finish === 'stop'
}

/** What somebody who looks for failures wants to see of what is no call. */
function isFailure(item: SessionItem): boolean {
  if (item.kind === 'end') return item.reason !== 'done' && item.reason !== 'concluded'
  if (item.kind === 'note') return item.note.type === 'retry' || item.note.type === 'unreadable'
  return item.kind === 'assistant' && (item.finish === 'error' || item.finish === 'content-filter')
}
