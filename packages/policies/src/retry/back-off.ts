import type { RetryConfig } from './contract.ts'

/** When, and how often, a call is tried again. */
export interface BackOff {
  readonly attempts: number
  /** Milliseconds to wait after this many runs. Anything up to the longest wait, so that calls that failed together do not come back together. */
  delayAfter(runs: number): number
}

/** @throws RangeError for a number that makes no sense. */
export function backOff({
  attempts = 3,
  baseMs = 500,
  maxMs = 30_000,
  random = Math.random,
}: RetryConfig): BackOff {
  if (!Number.isSafeInteger(attempts) || attempts < 1) {
    throw new RangeError(`retry: attempts must be a whole number from 1 on, not ${String(attempts)}`)
  }
  requireDelay('baseMs', baseMs)
  requireDelay('maxMs', maxMs)
  return { attempts, delayAfter: (runs) => random() * Math.min(maxMs, baseMs * 2 ** (runs - 1)) }
}

function requireDelay(what: string, ms: number): void {
  if (ms >= 0 && Number.isFinite(ms)) return
  throw new RangeError(`retry: ${what} must be a finite number of milliseconds from 0 on, not ${String(ms)}`)
}
