/** What the tools that change files take and give at most. */
export const changeLimits = {
  /** Bytes of a text file that is edited, and of any that is written. */
  fileBytes: 10_485_760,
  /** Replacements that one call asks for. */
  edits: 100,
  /** Places that one call replaces. */
  places: 100_000,
  /** Unchanged lines that are shown around a change. */
  context: 3,
  /** Hunks of a change that are shown. */
  hunks: 50,
  /** UTF-16 units of all hunks that are shown, before and after together. */
  hunkUnits: 40_000,
  /** UTF-16 units of one line of a hunk. */
  lineUnits: 500,
  /** Ranges of changed bytes that are listed. */
  ranges: 100,
} as const
