/** What one search sends and gives at most. */
export const searchLimits = {
  /** UTF-16 units of a query. */
  query: 400,
  /** Sources, unless asked otherwise. */
  results: 8,
  /** Sources that may be asked for. */
  mostResults: 20,
  /** UTF-16 units of the URL of a source. */
  url: 2000,
  /** UTF-16 units of its title. */
  title: 200,
  /** UTF-16 units of its snippet. */
  snippet: 600,
  /** UTF-16 units of its date. */
  date: 40,
  /** UTF-16 units of a direct answer. */
  answer: 2000,
  /** Bytes of an engine's answer. */
  answerBytes: 2 * 1024 * 1024,
  /** Milliseconds for the whole call. */
  timeoutMs: 40_000,
} as const
