import { join, resolve } from 'node:path'
import { entryName, contains, isProtected, protectedEntries } from '@millrace/host'

/** Where protected paths are looked for, and which of them commands may change. */
export interface KeptPlaces {
  /** The folder of the workspace, absolute. */
  readonly root: string
  readonly home: string
  /** As the settings spell them. */
  readonly unprotected: readonly string[]
}

/**
 * Tells which protected paths a sandbox keeps read-only: those of the workspace's own folder and of the home folder that
 * the settings do not open, and all outside of the workspace.
 * @returns a function of a path that is absolute, relative to the workspace, or from `~/` on.
 */
export function keptPaths({ root, home, unprotected }: KeptPlaces): (path: string) => boolean {
  const kept = protectedEntries
    .filter((entry) => !unprotected.includes(entryName(entry)))
    .map(({ base, path }) => join(base === 'home' ? home : root, path))
  return (path) => {
    if (!isProtected(path)) return false
    const place = path.startsWith('~/') ? join(home, path.slice(2)) : resolve(root, path)
    return !contains(root, place) || kept.some((entry) => contains(entry, place) || contains(place, entry))
  }
}
