import type { Card } from '@millrace/cards'
import { exitCode, exitCodeOf } from '../exit-code.ts'

/** Kinds of failure that are limits of a program. */
const limits: ReadonlySet<string> = new Set([
  'timeout_wall',
  'timeout_cpu',
  'memory',
  'output_limit',
  'call_limit',
  'pending_limit',
])

/** Why a program failed, as a stable word; `undefined` where it did not, or never began. */
export function failureKind({ error, failure = '' }: Pick<Card, 'error' | 'failure'>): string | undefined {
  if (error?.code !== 'CODE_RUN_FAILED') return undefined
  return /^(?:Error: )?code run failed \((\w+)\)/.exec(failure)?.[1]
}

/** The exit status for a program that ended this way: a denial that it did not catch is one of the command. */
export function programExit(card: Card): number {
  const kind = failureKind(card)
  if (kind === undefined) return exitCodeOf(card.status)
  if (limits.has(kind)) return exitCode.limit
  if (kind === 'cancelled') return exitCode.interrupted
  return kind === 'tool_error' && uncaught(card)?.status === 'denied' ? exitCode.denied : exitCode.failed
}

/** The call whose failure ended a program. */
function uncaught({ callId, failure = '', children }: Card): Card | undefined {
  const [message = ''] = failure.split('\nprogram.ts:')
  const id = [...message.matchAll(/\(call #(\d+) of [^\n]*, not caught\)/g)].at(-1)?.[1]
  return children.find((child) => child.callId === `${callId}:code:${id}`)
}
