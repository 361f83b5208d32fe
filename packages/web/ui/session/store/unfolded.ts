import { batch, signal } from '@preact/signals'
import { store, storedList } from '../../kit/stored.ts'
import type { Unfolded } from './open-session.ts'

const kept = 'unfolded'

/** Of so many sessions it is remembered, the latest first, and of each so many single ones. */
const mostSessions = 60
const mostSingle = 400

interface Remembered {
  readonly id: string
  readonly all: boolean
  /** What differs, by the id of a card or `part:NAME`. */
  readonly single: readonly (readonly [string, boolean])[]
}

type OneCard = Parameters<Unfolded['isOpen']>[0]

/**
 * What is unfolded of a session, as this browser remembers it.
 * @param isShownElsewhere - says of a card that waits whether it needs not be open, as all of it is shown anyway.
 */
export function unfoldedOf(id: string, isShownElsewhere: (card: OneCard) => boolean = () => false): Unfolded {
  const before = remembered().find((each) => each.id === id)
  const all = signal(before?.all ?? false)
  const single = signal<ReadonlyMap<string, boolean>>(new Map(before?.single))
  const put = (name: string, open: boolean): void => {
    const others = [...single.peek()].filter(([each]) => each !== name)
    single.value = new Map([...others, [name, open] as const].slice(-mostSingle))
    remember({ id, all: all.peek(), single: [...single.peek()] })
  }
  const unfolded: Unfolded = {
    all,
    isOpen: (card) =>
      single.value.get(card.callId) ?? (all.value || (card.status === 'waiting' && !isShownElsewhere(card))),
    toggle: (card) => put(card.callId, !unfolded.isOpen(card)),
    setAll: (open) => {
      batch(() => {
        all.value = open
        single.value = new Map()
      })
      remember({ id, all: open, single: [] })
    },
    isPartOpen: (part) => single.value.get(`part:${part}`) ?? false,
    togglePart: (part) => put(`part:${part}`, !unfolded.isPartOpen(part)),
  }
  return unfolded
}

function remember(one: Remembered): void {
  const others = remembered().filter(({ id }) => id !== one.id)
  store(kept, JSON.stringify([one, ...others].slice(0, mostSessions)))
}

function remembered(): readonly Remembered[] {
  return storedList(kept, isRemembered)
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false
  const { id, all, single } = value as Partial<Record<keyof Remembered, unknown>>
  if (typeof id !== 'string' || typeof all !== 'boolean' || !Array.isArray(single)) return false
  return single.every(
    (each) => Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'boolean',
  )
}
