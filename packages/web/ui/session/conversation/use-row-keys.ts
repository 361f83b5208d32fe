import type { RefObject } from 'preact'
import { useKeys } from '../../app/keys.ts'
import type { ConversationState } from './conversation-state.ts'
import { focusCard } from './use-wanted.ts'
import { conversationWords } from './words.ts'

/** The keys with which somebody goes through the cards of a conversation. */
export function useRowKeys(state: ConversationState, scroller: RefObject<HTMLDivElement | null>): void {
  const { session, wanted, shown } = state
  const words = conversationWords.value
  const step = (direction: 1 | -1): void => {
    const element = scroller.current
    if (element === null) return
    const next = nextCard(element, state, direction)
    if (next === undefined) return
    if (next.card !== undefined) focusCard(next.card)
    else {
      const isDown = direction === 1
      const { key } = shown.peek()[next.index]!
      wanted.value = { key, align: 'auto', focus: isDown ? 'first' : 'last' }
    }
  }
  const toggle = (): void | false => {
    const focused = session.focused.peek()
    const place = focused === undefined ? undefined : state.find(focused)
    if (place === undefined) return false
    state.toggle(place.card)
  }
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      o: toggle,
      Enter: toggle,
      O: () => state.toggleAll(),
      f: () => state.toggleOnly('failures'),
      w: () => state.toggleOnly('waiting'),
    },
    {
      label: words.keysLabel,
      words: {
        j: words.keyNext,
        k: words.keyPrevious,
        o: words.keyOpen,
        O: words.keyAll,
        f: words.keyFailures,
        w: words.keyWaiting,
      },
    },
  )
}

/** A card that is there already, or the row that it is in. */
interface Next {
  readonly index: number
  readonly card?: HTMLElement
}

/** The card behind or before the one with the focus; without one, the first that can be seen. */
function nextCard(scroller: HTMLElement, state: ConversationState, direction: 1 | -1): Next | undefined {
  const cards = [...scroller.querySelectorAll<HTMLElement>('article[data-call]')]
  const focused = state.session.focused.peek()
  const at = cards.findIndex(({ dataset }) => dataset.call === focused)
  if (focused === undefined || at < 0) return firstSeen(scroller, cards, direction)
  const rows = state.shown.peek()
  const own = indexOf(cards[at]!)
  const beside = cards[at + direction]
  if (beside !== undefined && indexOf(beside) === own) return { index: own, card: beside }
  let index = own + direction
  while (rows[index] !== undefined && rows[index]!.card === undefined) index += direction
  if (rows[index] === undefined) return undefined
  return beside !== undefined && indexOf(beside) === index ? { index, card: beside } : { index }
}

function firstSeen(
  scroller: HTMLElement,
  cards: readonly HTMLElement[],
  direction: 1 | -1,
): Next | undefined {
  const { top, bottom } = scroller.getBoundingClientRect()
  const seen = cards.filter((card) => {
    const box = card.getBoundingClientRect()
    return box.bottom > top && box.top < bottom
  })
  const card = direction === 1 ? seen[0] : seen.at(-1)
  return card === undefined ? undefined : { index: indexOf(card), card }
}

function indexOf(card: HTMLElement): number {
  return Number(card.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)
}
