/** What one search of contents looks at and gives at most. */
export const grepLimits = {
  /** Milliseconds for the whole search; what was found by then is returned. */
  budgetMs: 30_000,
  /** Bytes of a file that a walk still searches; a file that is named itself may be larger. */
  fileBytes: 20_971_520,
  /** Matching lines that are listed, unless asked otherwise. */
  matches: 200,
  /** Matching lines that may be asked for. */
  mostMatches: 2000,
  /** UTF-16 units of a listed line, marks of a cut included. */
  lineLength: 400,
  /** UTF-16 units of all listed lines together; then no more are listed. */
  listedLength: 100_000,
  /** Lines of context on each side. */
  context: 20,
  /** UTF-16 units of a pattern. */
  patternLength: 10_000,
} as const
