/** What is kept of the output of one command, in bytes. */
export const outputLimits = {
  /** Kept of its start. */
  head: 15_360,
  /** Kept of its end. */
  tail: 15_360,
} as const
