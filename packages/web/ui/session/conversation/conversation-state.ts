import type { Card } from '@millrace/cards'
import type { CallId } from '@millrace/protocol'
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { OpenSession } from '../store/open-session.ts'
import { countsOf, filtered, noFilter, type Counts, type Filter } from './filter.ts'
import type { Row, RowKind } from './row.ts'
import { RowList } from './row-list.ts'
import { Search } from './search/search.ts'

/** A row that is to be brought into view. */
export interface Wanted {
  readonly key: string
  readonly align: 'start' | 'center' | 'end' | 'auto'
  /** Which card of the row gets the focus then: its first one, its last one, or the one with this id. */
  readonly focus?: 'first' | 'last' | { readonly callId: CallId }
}

/** What the parts of a conversation share, for one session. */
export interface ConversationState {
  readonly session: OpenSession
  readonly rows: ReadonlySignal<readonly Row[]>
  readonly shown: ReadonlySignal<readonly Row[]>
  readonly counts: ReadonlySignal<Counts>
  /** How many calls the filter lets through. */
  readonly shownCalls: ReadonlySignal<number>
  readonly filter: Signal<Filter>
  readonly search: Search
  readonly wanted: Signal<Wanted | undefined>
  /** Whether what is read stays where it is although it is the end: somebody unfolds something there. */
  readonly isHeld: ReadonlySignal<boolean>
  toggle(card: Pick<Card, 'callId' | 'status'>): void
  togglePart(part: string): void
  toggleAll(): void
  toggleOnly(only: 'failures' | 'waiting'): void
  toggleKind(kind: RowKind): void
  /** The key of the row in which the call with the focus is; `undefined` while it is in none. */
  readonly focusedKey: ReadonlySignal<string | undefined>
  /** The card of a call, wherever it stands, and the row that it is in. */
  find(callId: CallId): { readonly row: Row; readonly card: Card } | undefined
  close(): void
}

/** The state of a conversation that begins to be shown. */
export function conversationState(session: OpenSession): ConversationState {
  const list = new RowList()
  const filter = signal(noFilter)
  const rows = computed(() => list.rowsOf(session.view.value))
  const shown = computed(() => filtered(rows.value, filter.value))
  const counts = computed(() => countsOf(rows.value))
  const search = new Search(shown)
  const held = signal(false)
  const { unfolded } = session
  const holding = (unfold: () => void): void => {
    batch(() => {
      held.value = true
      unfold()
    })
    // Two pictures later what was unfolded has its size.
    requestAnimationFrame(() => requestAnimationFrame(() => (held.value = false)))
  }
  const change = (next: Partial<Filter>): void => {
    filter.value = { ...filter.peek(), ...next }
  }
  return {
    session,
    rows,
    shown,
    counts,
    shownCalls: computed(() =>
      shown.value === rows.value ? counts.value.calls : countsOf(shown.value).calls,
    ),
    filter,
    search,
    wanted: signal(undefined),
    isHeld: held,
    toggle: (card) => holding(() => unfolded.toggle(card)),
    togglePart: (part) => holding(() => unfolded.togglePart(part)),
    toggleAll: () => holding(() => unfolded.setAll(!unfolded.all.peek())),
    toggleOnly: (only) => change({ only: filter.peek().only === only ? 'all' : only }),
    toggleKind: (kind) => {
      const kinds = new Set(filter.peek().kinds)
      if (!kinds.delete(kind)) kinds.add(kind)
      change({ kinds })
    },
    focusedKey: computed(() => {
      const callId = session.focused.value
      return callId === undefined ? undefined : found(rows.value, callId)?.row.key
    }),
    find: (callId) => found(rows.peek(), callId),
    close: () => search.close(),
  }
}

function found(rows: readonly Row[], callId: CallId): { row: Row; card: Card } | undefined {
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]!
    const card = row.card === undefined ? undefined : within(row.card, callId)
    if (card !== undefined) return { row, card }
  }
  return undefined
}

function within(card: Card, callId: CallId): Card | undefined {
  if (card.callId === callId) return card
  for (const child of card.children) {
    const found = within(child, callId)
    if (found !== undefined) return found
  }
  return undefined
}
