import type { CardStatus } from '@millrace/cards'

/** What the command's exit status means; scripts rely on the numbers. */
export const exitCode = {
  /** Done. A command of `bash` that ended with another status is done, too: its status is data. */
  ok: 0,
  /** Internal error, or the standard output cannot be written. */
  internal: 1,
  /** Wrong usage, invalid arguments, an unknown tool, or settings that cannot be used. */
  usage: 2,
  /** The tool failed; of `millrace code`, the program threw, could not be read, or did not catch a call that failed. */
  failed: 3,
  /** Denied: by a policy, by a rule, or because nobody could be asked. */
  denied: 4,
  /** There is no model, its key is not taken, or it gave no answer. */
  model: 5,
  /** A limit was reached. */
  limit: 6,
  /** The terminal was closed (SIGHUP). */
  hungUp: 129,
  /** Interrupted (SIGINT, Ctrl+C). */
  interrupted: 130,
  /** Terminated (SIGTERM). */
  terminated: 143,
} as const

/** The exit status for a call that ended this way. */
export function exitCodeOf(status: CardStatus): number {
  if (status === 'done') return exitCode.ok
  if (status === 'denied') return exitCode.denied
  return status === 'cancelled' ? exitCode.interrupted : exitCode.failed
}
