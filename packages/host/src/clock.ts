/** Where time comes from. Everything that needs the time takes a clock, so that a test can own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. May jump when the machine's clock is set. */
  now(): number
  /** Milliseconds since some fixed moment. Never goes back, so differences are durations. */
  monotonic(): number
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}

/** A clock that stands still: `now()` is the given time and `monotonic()` is 0. */
export function fixedClock(now = 0): Clock {
  return { now: () => now, monotonic: () => 0 }
}

/** A clock that moves only when it is told to. */
export interface ManualClock extends Clock {
  /**
   * Moves both readings forward.
   *
   * @param milliseconds - how far, zero or more.
   * @throws RangeError where time would go back or stop being a number.
   */
  advance(milliseconds: number): void
}

/** A clock that begins at the given time since 1970 and moves by `advance` alone. */
export function manualClock(start = 0): ManualClock {
  let elapsed = 0
  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    advance(milliseconds) {
      if (!(milliseconds >= 0 && Number.isFinite(milliseconds))) {
        throw new RangeError(`a clock advances by zero or more milliseconds, not by ${milliseconds}`)
      }
      elapsed += milliseconds
    },
  }
}
