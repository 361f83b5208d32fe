import { shorten } from '../../json/cut.ts'
import { translatePattern } from './translate-pattern.ts'

/** Whether a text contains a match; takes time linear in the text. */
export interface Matcher {
  readonly source: string
  readonly matches: (text: string) => boolean
}

const shownPattern = 100
/** So many optional parts at most multiply the time by a constant. */
const mostOptional = 3

/**
 * A matcher for a pattern that somebody else wrote. Such a pattern can make the engine's own matcher run for
 * hours, so that it only gets the simplest ones; the others are matched by RE2, in linear time.
 *
 * @throws Error for a pattern that is wrong, or that cannot be matched in linear time.
 */
export async function matcherOf(source: string): Promise<Matcher> {
  const native = new RegExp(source, 'u')
  if (isSimple(source)) return { source, matches: (text) => native.test(text) }
  const { RE2JS } = await import('re2js')
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(translatePattern(source)))
    return { source, matches: (text) => pattern.matcher(text).find() }
  } catch {
    throw new Error(`the pattern ${shorten(source, shownPattern)} cannot be matched in linear time`)
  }
}

/**
 * Whether backtracking cannot be slow: the pattern starts at one place alone, repeats at most one thing, never a
 * group, and refers back to nothing.
 */
function isSimple(source: string): boolean {
  const bare = source
    .replaceAll(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\[^\dk]/gu, 'x')
    .replaceAll(/\[[^\]]*\]/gu, 'x')
  if (/\\|\)[*+?{]/u.test(bare)) return false
  const plain = bare.replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/gu, '(')
  const repeats = plain.match(/[*+{]/gu)?.length ?? 0
  const optional = plain.match(/(?<![*+}])\?/gu)?.length ?? 0
  if (repeats === 0 && optional === 0) return true
  return repeats <= 1 && optional <= mostOptional && plain.startsWith('^') && !plain.includes('|')
}
