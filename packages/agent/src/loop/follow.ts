/**
 * Calls back once a signal aborts; at once where it has.
 * @returns stops listening. Call it as soon as the signal does not matter any more.
 */
export function follow(signal: AbortSignal | undefined, aborted: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => undefined
  const heard = (): void => aborted(signal.reason)
  if (signal.aborted) {
    heard()
    return () => undefined
  }
  signal.addEventListener('abort', heard, { once: true })
  return () => signal.removeEventListener('abort', heard)
}
