import type { AnsweredElsewhere, Approvals } from '@millrace/policies/approval'
import type { DecidedQuestion } from '@millrace/web/wire'
import { LastEntries } from '../last-entries.ts'

/** A question that ended, and where a late answer to it is judged. */
export interface Decided {
  readonly decided: DecidedQuestion
  readonly approval: Pick<Approvals, 'answer'>
}

/** The questions that ended last, so that who answers late is told who was first. */
export class DecidedQuestions {
  readonly #decided = new LastEntries<string, Decided>(500)

  add(ended: Decided): void {
    this.#decided.set(ended.decided.requestId, ended)
  }

  get(requestId: string): Decided | undefined {
    return this.#decided.get(requestId)
  }
}

/** How a question ended, as far as whoever was still asked is told. */
export function endedBy(requestId: string, { by, reply }: AnsweredElsewhere): DecidedQuestion {
  switch (reply.kind) {
    case 'once':
    case 'session':
    case 'always':
      return { requestId, outcome: 'allowed-once', by }
    case 'deny':
      return {
        requestId,
        outcome: 'rejected',
        by,
        ...(reply.message !== undefined && { message: reply.message }),
      }
    case 'timeout':
      return { requestId, outcome: 'rejected', by }
    case 'cancel':
    case 'gone':
      return { requestId, outcome: 'cancelled', by }
  }
}
