import type { AskedQuestion } from '@millrace/web/wire'

/** Questions in the order in which they are gone through: those of what is looked at first, then the oldest. */
export function inOrder(
  questions: readonly AskedQuestion[],
  isOwn: (question: AskedQuestion) => boolean,
): readonly AskedQuestion[] {
  return [...questions.filter(isOwn), ...questions.filter((question) => !isOwn(question))]
}

/**
 * The question that is shown: the one that was looked at for as long as it waits, as nothing may come under a hand that
 * answers.
 *
 * @param ordered - as `inOrder` gives them.
 */
export function shownIn(
  ordered: readonly AskedQuestion[],
  lookedAt: string | undefined,
): AskedQuestion | undefined {
  return ordered.find(({ requestId }) => requestId === lookedAt) ?? ordered[0]
}
