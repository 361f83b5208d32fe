/** What to count, and where. */
export interface CountRequest {
  /** In RE2 syntax, or plain text; the engine has accepted it. */
  readonly pattern: string
  readonly isLiteral: boolean
  readonly ignoreCase: boolean
  /** The folder to search, its names from the workspace joined by `/`; `''` for all of it. No link leads to it. */
  readonly path: string
  /** Whether a git repository begins in the folder; then `.gitignore` files count inside repositories alone. */
  readonly isRepository: boolean
  /** Ignore files in the workspace itself that count in the folder as well, the weakest first. */
  readonly rulesAbove: readonly string[]
  /** Bytes of the largest file to search. */
  readonly maxFileBytes: number
  readonly signal: AbortSignal
}

/** What stands in a folder at any depth. All paths lead from the workspace on. */
export interface CountedTree {
  /** How many lines match, for each file with one. */
  readonly matching: ReadonlyMap<string, number>
  /** Files whose contents were searched, without those that turned out binary or could not be read. */
  readonly searched: number
  /** Files with a NUL byte near their start. */
  readonly binary: number
  readonly tooLarge: number
  /** Links, pipes, sockets and devices. */
  readonly special: number
  /** What ignore rules leave out; a folder stands for all that it holds. */
  readonly ignored: readonly string[]
  /** What is left out for a leading dot, `.git` among it. */
  readonly hidden: readonly string[]
  /** Files that have to be searched, and files and folders that could not be read. */
  readonly left: readonly string[]
}

/**
 * Counts for `grep` by a faster way than reading each file here. What it says is checked as far as that is possible,
 * and no line is taken from it.
 */
export interface SearchAccelerator {
  /**
   * Counts what the engine would count; undefined where it cannot promise that, or does not work. Rejects only once
   * the signal is aborted, and has ended all that it started by then.
   */
  count(request: CountRequest): Promise<CountedTree | undefined>
}
