/** What one fetch gives at most. */
export const fetchLimits = {
  /** UTF-16 units of one window, unless asked otherwise. */
  window: 20_000,
  /** UTF-16 units of a window that may be asked for. */
  mostWindow: 100_000,
  /** UTF-16 units of Markdown that a page is turned into; what lies behind them is left out. */
  markdown: 1_000_000,
  /** UTF-16 units of a title. */
  title: 300,
  /** Milliseconds for the whole call: the request, and turning its answer into text. */
  timeoutMs: 60_000,
  /** Pages that are kept so that a next window needs no next request. */
  keptPages: 4,
  /** UTF-16 units of all of them. */
  keptUnits: 4_000_000,
  /** Milliseconds for which they are kept. */
  keptMs: 300_000,
} as const
