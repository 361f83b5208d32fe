import type { AnsweredElsewhere } from '@millrace/policies/approval'
import type { DecidedQuestion } from '@millrace/web/wire'

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
