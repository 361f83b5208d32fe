import { HarnessError, isHarnessError, type SecretRedactor } from '@millrace/protocol'

/** What was thrown, or an error with its code and a message without secrets where the message holds one. */
export function redactedError(thrown: unknown, { text }: Pick<SecretRedactor, 'text'>): unknown {
  const message = messageOf(thrown)
  const shown = text(message)
  if (shown === message) return thrown
  // Neither the stack nor the cause comes along: both repeat the message.
  if (!isHarnessError(thrown)) return new Error(shown)
  const error = new HarnessError(thrown.code, shown, thrown.retryable === true ? { retryable: true } : {})
  error.name = thrown.name
  return error
}

function messageOf(thrown: unknown): string {
  try {
    const message = (thrown as { message?: unknown } | null | undefined)?.message
    return typeof message === 'string' ? message : String(thrown)
  } catch {
    return ''
  }
}
