/** What no path and no call may exceed. */
export interface FileLimits {
  /** Bytes of a path as it is given, in UTF-8. */
  readonly pathBytes: number
  /** Symbolic links that one path may lead through. */
  readonly links: number
  /** Names followed on behalf of one path, those of links included. */
  readonly steps: number
  /** Bytes that one read gives at most; more takes further reads at an offset. */
  readonly readBytes: number
}

/** The limits of every root. */
export const fileLimits: FileLimits = {
  pathBytes: 4096,
  links: 40,
  steps: 8192,
  readBytes: 64 * 1024 * 1024,
}
