import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { AskedQuestion } from '@millrace/web/wire'
import { isShown } from '../session/store/shown-sessions.ts'
import { open } from './answers.ts'
import { panelOf } from './panel.ts'
import { inOrder, shownIn } from './shown-question.ts'

const lookedAt = signal<string | undefined>(undefined)

/** The questions that wait, in the order in which they are gone through. */
export const waiting: ReadonlySignal<readonly AskedQuestion[]> = computed(() => inOrder(open.value, isOwn))

/** The one of them that is pinned. */
export const pinned: ReadonlySignal<AskedQuestion | undefined> = computed(() =>
  shownIn(waiting.value, lookedAt.value),
)

/** Pins another one. */
export function lookAt(question: AskedQuestion | undefined): void {
  lookedAt.value = question?.requestId
}

/** Whether a question is of a session that is looked at. */
export function isOwn({ session }: AskedQuestion): boolean {
  return session !== undefined && isShown(session)
}

/**
 * Whether all of a pinned question is shown: where its session is, unless it was folded by hand, and wherever somebody is in
 * the middle of an answer. Elsewhere it is a strip, as whoever is there does something else.
 */
export function isUnfolded(question: AskedQuestion): boolean {
  const { mode, unfolded } = panelOf(question)
  return mode.value !== 'choosing' || (unfolded.value ?? (question.session === undefined || isOwn(question)))
}

/** Whether the pinned question shows all of a call, whose card does not have to do so, too. */
export function isPinned(session: string, callId: string): boolean {
  const question = pinned.value
  return (
    question?.kind === 'call' &&
    question.session === session &&
    question.callId === callId &&
    isUnfolded(question)
  )
}
