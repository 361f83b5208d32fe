/** The outcome of some work, unless the signal comes first; then the work is left to end by itself. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let letGo = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason)
    letGo = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
  })
  // Whichever loses may still fail, and nobody waits for it.
  aborted.catch(() => undefined)
  work.catch(() => undefined)
  return Promise.race([work, aborted]).finally(letGo)
}
