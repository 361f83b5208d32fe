import type { CardStatus } from '@millrace/cards'

/** What the command's exit status means; scripts rely on the numbers. */
export const exitCode = {
  ok: 0,
  internal: 1,
  usage: 2,
  failed: 3,
  denied: 4,
  model: 5,
  limit: 6,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const

/** The exit status for a call that ended this way. */
export function exitCodeOf(status: CardStatus): number {
  if (status === 'done') return exitCode.ok
  if (status === 'denied') return exitCode.denied
  return status === 'cancelled' ? exitCode.interrupted : exitCode.failed
}
