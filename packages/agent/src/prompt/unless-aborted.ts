/** What a promise comes to, unless the signal is aborted first; the work itself goes on, and its failure is nobody's. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  work.then(undefined, () => undefined)
  signal.throwIfAborted()
  let unlink = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    unlink = () => signal.removeEventListener('abort', abort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    unlink()
  }
}
