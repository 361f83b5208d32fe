/** What no path and no call may exceed. */
export const fileLimits = {
  /** Bytes of a path as it is given, in UTF-8. */
  pathBytes: 4096,
  /** Symbolic links that one path may lead through. */
  links: 40,
  /** Directories entered on behalf of one path, those that links lead through included. */
  steps: 8192,
  /** Bytes that one read gives at most; more takes further reads at an offset. */
  readBytes: 64 * 1024 * 1024,
} as const
