/** How failures that may pass are tried again. */
export interface RetryConfig {
  /** Runs of the body in all, the first among them. 3 unless given; 1 tries nothing again. */
  readonly attempts?: number
  /** The longest wait before the second run, in milliseconds; it doubles with each further run. 500 unless given. */
  readonly baseMs?: number
  /** What no wait exceeds, in milliseconds. 30,000 unless given. */
  readonly maxMs?: number
  /** A number from 0 on, below 1; `Math.random` unless given. */
  readonly random?: () => number
  /** Waits; over at once where the signal aborts. A timer unless given. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}
