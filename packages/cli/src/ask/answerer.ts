import type { Card } from '@millrace/cards'
import type { ApprovalOutcome } from '@millrace/protocol'

/** How a question about a call was answered. */
export interface Answered {
  /** `cancelled` where the person gave up the whole call. */
  readonly outcome: ApprovalOutcome
  /** `user`, or what else answered. */
  readonly by: string
  /** The words of the answer, for the model. */
  readonly message?: string
}

/** Whoever answers questions about calls. */
export interface Answerer {
  /**
   * Answers whether a call may run.
   * @param card - the call as it waits for the answer.
   * @param signal - aborts when the answer is not wanted any more.
   */
  answer(card: Card, signal: AbortSignal): Promise<Answered>
}
