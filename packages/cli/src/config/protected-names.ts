import { protectedEntries, type ProtectedEntry } from '@millrace/host'

/** A protected path as settings and the sandbox spell it: those of the home folder begin with `~/`. */
export function protectedName({ base, path }: ProtectedEntry): string {
  return base === 'home' ? `~/${path}` : path
}

/** All paths that `unprotected` may name. */
export const protectedNames: readonly string[] = protectedEntries.map(protectedName)
