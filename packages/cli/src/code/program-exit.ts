import type { Card } from '@millrace/cards'
import type { CodeFailureKind, CodeRunFailedError } from '@millrace/code-mode'
import { exitCode, exitCodeOf } from '../exit-code.ts'

/** Kinds of failure that are limits of a program. */
const limits: ReadonlySet<CodeFailureKind> = new Set<CodeFailureKind>([
  'timeout_wall',
  'timeout_cpu',
  'memory',
  'output_limit',
  'call_limit',
  'pending_limit',
])

/**
 * The exit status for a program that ended this way: a denial that it did not catch is one of the command.
 * @param failure - why it failed; `undefined` where it did not, or never began.
 */
export function programExit({ status, children }: Card, failure: CodeRunFailedError | undefined): number {
  if (failure === undefined) return exitCodeOf(status)
  const { kind, uncaught } = failure
  if (limits.has(kind)) return exitCode.limit
  if (kind === 'cancelled') return exitCode.interrupted
  // What was refused because it could not be logged or kept is no denial.
  const child = children.find(({ callId }) => callId === uncaught?.callId)
  return child?.status === 'denied' ? exitCode.denied : exitCode.failed
}
