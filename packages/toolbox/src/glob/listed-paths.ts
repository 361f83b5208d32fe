/** Gathers paths and keeps those that may be listed. */
export interface ListedPaths {
  /** Paths that were found, listed or not. */
  readonly total: number
  /** Adds the next path of the walk, with the time of its last change in milliseconds since 1970. */
  add(path: string, modifiedMs: number): void
  /** The paths to list, in their order. */
  finish(): string[]
}

/** The first paths of the walk, which comes in the order of the paths. */
export function firstPaths(limit: number): ListedPaths {
  const paths: string[] = []
  let total = 0
  return {
    get total() {
      return total
    },
    add(path) {
      total += 1
      if (paths.length < limit) paths.push(path)
    },
    finish: () => paths,
  }
}

/** The paths that changed last, the newest first, and by path where the times are the same. */
export function newestPaths(limit: number): ListedPaths {
  let kept: { path: string; modifiedMs: number }[] = []
  let total = 0
  const trim = (): void => {
    kept.sort((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1))
    kept = kept.slice(0, limit)
  }
  return {
    get total() {
      return total
    },
    add(path, modifiedMs) {
      total += 1
      kept.push({ path, modifiedMs })
      if (kept.length >= limit * 2 + 1000) trim()
    },
    finish() {
      trim()
      return kept.map(({ path }) => path)
    },
  }
}
