/**
 * What somebody else's function gives, unless the signal aborts before: of what only looks at a call, nothing is waited for
 * then.
 * @throws the reason of the abortion.
 */
export function unlessAborted<T>(given: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    void Promise.resolve(given)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', giveUp))
  })
}
