import type { ApprovalOutcome } from '@millrace/protocol'
import type { Ending } from './open-question.ts'

/** What an ending means for what was asked about. */
export interface Verdict {
  readonly outcome: ApprovalOutcome
  readonly by: string
  /** For the model. */
  readonly message?: string
}

/**
 * What an ending means. Only an explicit yes allows anything.
 * @param timeoutMs - how long there was time to answer.
 */
export function verdictOf({ reply, by }: Ending, timeoutMs: number | undefined): Verdict {
  switch (reply.kind) {
    case 'once':
    case 'session':
    case 'always':
      return { outcome: 'allowed-once', by }
    case 'deny': {
      const { message = '' } = reply
      return message === '' ? { outcome: 'rejected', by } : { outcome: 'rejected', by, message }
    }
    case 'timeout': {
      const seconds = (timeoutMs ?? 0) / 1000
      return { outcome: 'rejected', by, message: `nobody answered in time, which was ${seconds} s` }
    }
    case 'cancel':
    case 'gone':
      return { outcome: 'cancelled', by }
    case 'nobody':
      return { outcome: 'unavailable', by }
  }
}
