/**
 * Waits for a promise, until the signal aborts, or for some time, whichever ends first. Leaves neither a listener nor a
 * timer behind.
 */
export function untilAborted(promise: Promise<unknown>, signal: AbortSignal, ms?: number): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const release = (): void => {
      signal.removeEventListener('abort', done)
      clearTimeout(timer)
    }
    const done = (): void => {
      release()
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(done, ms)
    signal.addEventListener('abort', done)
    promise.then(done, (error: Error) => {
      release()
      reject(error)
    })
  })
}
