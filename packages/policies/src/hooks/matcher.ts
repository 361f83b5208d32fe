import { shown } from '@millrace/protocol'
import { HookError } from './hook-error.ts'
import { searchFor } from './pattern/search.ts'

const longest = 1000

/**
 * Reads a matcher as people's settings have them: nothing, `` or `*` for every tool; names with `|` between them, to be
 * met exactly; anything else a regular expression, to be found anywhere in a name.
 * @returns whether one of the names of a tool is meant.
 * @throws HookError where it can be read as neither.
 */
export function readMatcher(matcher: unknown, place: string): (names: readonly string[]) => boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return () => true
  if (typeof matcher !== 'string' || matcher.length > longest) {
    throw new HookError(
      place,
      `a matcher must be a text of at most ${longest} characters, such as "Bash" or "Edit|Write"`,
    )
  }
  if (/^[\w|-]*$/.test(matcher)) {
    const exact = new Set(matcher.split('|'))
    return (names) => names.some((name) => exact.has(name))
  }
  try {
    const finds = searchFor(matcher)
    return (names) => names.some(finds)
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : String(error)
    throw new HookError(
      place,
      `the matcher "${shown(matcher)}" ${why}; use names and "|", or a regular expression without look-around and references`,
    )
  }
}
