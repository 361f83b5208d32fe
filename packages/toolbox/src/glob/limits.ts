/** What one search for files looks at and gives at most. */
export const globLimits = {
  /** Milliseconds for the whole search; what was found by then is returned. */
  budgetMs: 30_000,
  /** Paths that are listed, unless asked otherwise. */
  paths: 500,
  /** Paths that may be asked for. */
  mostPaths: 10_000,
  /** Files whose time of change is looked up at the same time. */
  statsAtOnce: 32,
} as const
