import type { SessionSummary } from '@millrace/agent/session'
import type { CallCounts, TurnEndReason } from '@millrace/protocol'

/** `4 ok 1 failed`; empty where nothing is known. */
export function callWords(calls: CallCounts | undefined): string {
  if (calls === undefined) return ''
  const { done, failed, denied, cancelled } = calls
  const parts = [
    [done, 'ok'],
    [failed, 'failed'],
    [denied, 'denied'],
    [cancelled, 'cancelled'],
  ] as const
  const words = parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : []))
  return words.length === 0 ? 'no calls' : words.join(' ')
}

/** How a session stands: how its last turn ended, or that one runs, or was cut off. */
export type Standing = TurnEndReason | 'running' | 'cut off'

/** How a session in a list stands. */
export function standingOf({ ended, live }: Pick<SessionSummary, 'ended' | 'live'>): Standing {
  return ended ?? (live ? 'running' : 'cut off')
}
