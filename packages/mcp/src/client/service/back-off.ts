/** How a server that was lost is tried again. */
export const backOff = {
  /** The most milliseconds before the second attempt; twice as many before each further one. */
  baseMs: 500,
  /** Attempts in a row without a stable connection after which nothing is tried any more by itself. */
  attempts: 5,
  /** Milliseconds from the beginning of one attempt until a call may begin the next. */
  restMs: 30_000,
  /** Milliseconds that a connection stands until the attempts before it count no more. */
  stableMs: 30_000,
} as const

/**
 * Milliseconds to wait after so many attempts in a row: half of what the doubling gives, and up to as much again by chance, so
 * that servers that were lost together do not come back together.
 * @param random - from 0 on, below 1.
 */
export function delayAfter(failures: number, random: number): number {
  const most = backOff.baseMs * 2 ** (failures - 1)
  return Math.round(most / 2 + (most / 2) * random)
}
