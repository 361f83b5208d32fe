/** Milliseconds before a further try: they double from try to try, and differ so that pages do not all come at once. */
export function backOff(failures: number, random: () => number = Math.random): number {
  const most = Math.min(5_000, 300 * 2 ** Math.min(failures, 5))
  return most / 2 + (random() * most) / 2
}

/** Waits so long, or until the page is looked at again, the network is back, or the signal comes. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const ended = new AbortController()
    const end = (): void => {
      clearTimeout(timer)
      ended.abort()
      done()
    }
    const timer = setTimeout(end, ms)
    const options = { signal: ended.signal }
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, options)
    window.addEventListener('online', end, options)
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && end(),
      options,
    )
  })
}
