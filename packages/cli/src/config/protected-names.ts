import { entryName, protectedEntries } from '@millrace/host'

/** All paths that `unprotected` may name. */
export const protectedNames: readonly string[] = protectedEntries.map(entryName)
