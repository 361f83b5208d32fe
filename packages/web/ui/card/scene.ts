import type { Card } from '@millrace/cards'
import type { CallId } from '@millrace/protocol'
import type { ReadonlySignal } from '@preact/signals'
import { createContext } from 'preact'
import { isPinned } from '../approval/pinned.ts'
import type { OpenSession } from '../session/store/open-session.ts'

/** Where cards stand: what is unfolded there, and what their buttons do. */
export interface CardScene {
  /** The folder from which files are named. */
  readonly cwd?: string
  /** Id of the session. */
  readonly session?: string
  /** The time that it is there, in milliseconds since the epoch; where this is absent, that of the browser. */
  readonly time?: number | undefined
  isOpen(card: Card): boolean
  toggle(card: Card): void
  isPartOpen(part: string): boolean
  togglePart(part: string): void
  /** Shows the details of a call; cards have no button for it where this is absent. */
  readonly details?: (callId: CallId) => void
  /** The call that has the focus. */
  readonly focused?: ReadonlySignal<CallId | undefined>
  /** Says that a card got the focus. */
  focus?(callId: CallId): void
  /** Whether all of a call is shown by the question about it, which waits below. */
  isPinned?(card: Card): boolean
  /** Which of the calls within a card are shown; all of them where this is absent. */
  readonly only?: ((card: Card) => boolean) | undefined
}

/** The scene of an open session. */
export function sceneOf(session: OpenSession, more: Partial<CardScene> = {}): CardScene {
  const { unfolded, focused, header, moment, events } = session
  return {
    get cwd() {
      return header.value?.cwd ?? ''
    },
    session: session.id,
    get time() {
      const count = moment.value
      if (count === undefined || count < 1 || count > events.length) return undefined
      return events.at(count - 1).time
    },
    isOpen: (card) => unfolded.isOpen(card),
    toggle: (card) => unfolded.toggle(card),
    // What is remembered of a part is how it differs from the others.
    isPartOpen: (part) => unfolded.all.value !== unfolded.isPartOpen(part),
    togglePart: (part) => unfolded.togglePart(part),
    isPinned: ({ callId }) => isPinned(session.id, callId),
    focused,
    focus: (callId) => {
      focused.value = callId
    },
    ...more,
  }
}

/** The scene in which cards below it stand. */
export const SceneContext = createContext<CardScene | undefined>(undefined)
