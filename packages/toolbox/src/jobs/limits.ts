/** How commands that go on, or that were kept to be read, are bounded. */
export const jobLimits = {
  /** Jobs that run at the same time. */
  running: 32,
  /** Finished jobs whose output can still be read. */
  finished: 32,
  /** Milliseconds without output after which a program that has ended is taken to have said all. */
  quietMs: 200,
  /** Milliseconds after the end of a program within which its last output is waited for. */
  restMs: 2000,
  /** Milliseconds between two looks whether processes still live that say nothing. */
  lookMs: 200,
  /** Milliseconds that one call may wait for news. */
  waitMs: 60_000,
  /** Bytes of output that a call reads, unless asked otherwise. */
  readBytes: 30_000,
  /** Bytes of output that must at least be asked for: longer than any character. */
  leastReadBytes: 64,
  /** Bytes of output that may be asked for. */
  mostReadBytes: 100_000,
  /** UTF-16 units of a command in a list. */
  commandLength: 200,
} as const
