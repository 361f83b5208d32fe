import type { Card } from '@millrace/cards'
import type { ApprovalOutcome } from '@millrace/protocol'
import type { ChangePreview } from '@millrace/toolbox'

/** How a question about a call was answered. */
export interface Answered {
  /** `cancelled` where the person gave up the whole call. */
  readonly outcome: ApprovalOutcome
  /** `user`, or what else answered. */
  readonly by: string
  /** The words of the answer, for the model. */
  readonly message?: string
}

/** What is asked about: a call. */
export interface Asked {
  /** The call as it waits for the answer. */
  readonly card: Card
  /** Finds out what the call would do if it ran now; `undefined` where nobody knows. Rejects where that fails. */
  readonly preview: () => Promise<ChangePreview | undefined>
}

/** Whoever answers questions about calls. */
export interface Answerer {
  /**
   * Answers whether a call may run.
   * @param signal - aborts when the answer is not wanted any more.
   */
  answer(asked: Asked, signal: AbortSignal): Promise<Answered>
}
