/** How one command is bounded. */
export const bashLimits = {
  /** Bytes of a command in UTF-8: with what stands before it, Linux passes on less than 128 KiB as one argument. */
  commandBytes: 131_000,
  /** Milliseconds for a command in the foreground, unless asked otherwise. */
  timeoutMs: 120_000,
  /** Milliseconds that may be asked for. */
  mostTimeoutMs: 600_000,
  /** Milliseconds beyond the longest time limit in which a tree ends and its last output arrives. */
  endMs: 30_000,
  /** Milliseconds in which a command in the background may fail at once. */
  firstMs: 300,
  /** Milliseconds between two reports of progress. */
  reportMs: 100,
  /** Bytes of output in a report of progress, and in the error of a call that was aborted. */
  reportBytes: 2000,
} as const
