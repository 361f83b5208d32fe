import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ConversationState, Wanted } from './conversation-state.ts'
import { noFilter } from './filter.ts'
import type { RowVirtualizer } from './use-virtualizer.ts'

/** Brings into view what somebody wants to see, once it is there, and gives it the focus where that is wanted, too. */
export function useWanted(
  state: ConversationState,
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: RowVirtualizer,
): void {
  const { wanted, shown, session } = state
  const scrolledFor = useRef<Wanted | undefined>(undefined)
  const rows = shown.value
  const now = wanted.value
  useLayoutEffect(() => {
    if (now === undefined) return
    const index = rows.findIndex(({ key }) => key === now.key)
    if (index < 0) return
    const element = scroller.current?.querySelector(`[data-index="${index}"]`) ?? undefined
    if (scrolledFor.current !== now) {
      scrolledFor.current = now
      virtualizer.scrollToIndex(index, { align: now.align })
    }
    if (element === undefined) return
    if (now.focus !== undefined) focusIn(element, now.focus)
    wanted.value = undefined
  })
  const focused = session.focused.value
  const key = state.focusedKey.value
  useEffect(() => {
    // A link to a call may be opened before the call has arrived.
    if (focused === undefined || key === undefined || isThere(scroller.current, focused)) return
    if (!shown.peek().some((row) => row.key === key)) state.filter.value = noFilter
    wanted.value = { key, align: 'center' }
  }, [focused, key])
}

function isThere(scroller: HTMLDivElement | null, callId: string): boolean {
  return scroller?.querySelector(`[data-call="${CSS.escape(callId)}"]`) != null
}

function focusIn(row: Element, which: NonNullable<Wanted['focus']>): void {
  const cards = [...row.querySelectorAll<HTMLElement>('article[data-call]')]
  const card =
    which === 'first'
      ? cards[0]
      : which === 'last'
        ? cards.at(-1)
        : cards.find(({ dataset }) => dataset.call === which.callId)
  if (card !== undefined) focusCard(card)
}

/** Gives a card the focus and brings its header into view. */
export function focusCard(card: HTMLElement): void {
  card.focus({ preventScroll: true })
  const head = card.querySelector('.card-head') ?? card
  head.scrollIntoView({ block: 'nearest' })
}
