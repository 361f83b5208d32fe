import { whenRejected } from '@millrace/scope'

/**
 * Takes leave of a wrong answer of foreign code. It may be a promise that nobody awaits: its rejection must
 * not go unhandled as well.
 */
export function discard(answer: unknown): void {
  if (typeof answer === 'object' && answer !== null) whenRejected(answer, () => undefined)
}
