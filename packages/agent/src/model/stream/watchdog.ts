import type { Clock, Timers } from '@millrace/host'

/** Watches that something goes on. */
export interface Watchdog {
  /** Says that it does. */
  readonly feed: () => void
  /** Resolves with `true` once nothing has been heard for the time, with `false` once it was stopped. */
  readonly starved: Promise<boolean>
  readonly stop: () => void
}

/** One timer for the whole time, however often it is fed. */
export function watchdog(milliseconds: number, timers: Timers, clock: Clock): Watchdog {
  const stopped = new AbortController()
  let heard = clock.monotonic()
  let fed = false
  const watch = async (): Promise<boolean> => {
    let left = milliseconds
    while (left > 0) {
      try {
        await timers.sleep(left, stopped.signal)
      } catch (error) {
        if (stopped.signal.aborted) return false
        throw error
      }
      if (stopped.signal.aborted) return false
      const quiet = clock.monotonic() - heard
      // A clock that stands still must not keep a stalled stream alive.
      left = quiet > 0 || fed ? milliseconds - quiet : 0
      fed = false
    }
    return true
  }
  const feed = (): void => {
    heard = clock.monotonic()
    fed = true
  }
  return { feed, starved: watch(), stop: () => stopped.abort() }
}
