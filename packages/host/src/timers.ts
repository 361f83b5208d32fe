/** Where waiting comes from, so that a test can own it. */
export interface Timers {
  /**
   * Waits.
   * @param milliseconds - how long; zero or less waits for the next turn of the event loop.
   * @param signal - ends the waiting early, with the signal's reason.
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** The timers of the machine. */
export const systemTimers: Timers = {
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const end = (): void => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(end, Math.min(Math.max(milliseconds, 0), longestDelay))
      signal?.addEventListener('abort', stop, { once: true })
    }),
}

// What a timer bears: a longer delay would be none at all.
const longestDelay = 2_147_483_647
