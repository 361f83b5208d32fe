import { shorten } from '../../json/cut.ts'
import { translatePattern } from './translate-pattern.ts'

/** Whether a text contains a match; takes time linear in the text. */
export interface Matcher {
  readonly source: string
  /** How many steps one character of the text may take. */
  readonly weight: number
  readonly matches: (text: string) => boolean
}

const shownPattern = 100
/** So many optional parts at most multiply the time by a constant. */
const mostOptional = 3
/** A longer pattern is no simple one: the engine may try all of it at every place of the text. */
const longestSimple = 100
/** A larger program of RE2, whose every instruction may be tried at every character, is refused. */
const largestProgram = 4_000

/**
 * A matcher for a pattern that somebody else wrote. Such a pattern can make the engine's own matcher run for
 * hours, so that it only gets the simplest ones; the others are matched by RE2, in linear time.
 *
 * @throws Error for a pattern that is wrong, or that cannot be matched in linear time, or only at a
 * great cost for each character.
 */
export async function matcherOf(source: string): Promise<Matcher> {
  const native = new RegExp(source, 'u')
  if (isSimple(source)) return { source, weight: source.length, matches: (text) => native.test(text) }
  const { RE2JS } = await import('re2js')
  const shown = `the pattern ${shorten(source, shownPattern)}`
  let pattern
  try {
    pattern = RE2JS.compile(RE2JS.translateRegExp(translatePattern(source)))
  } catch {
    throw new Error(`${shown} cannot be matched in linear time`)
  }
  const weight = pattern.programSize()
  if (weight > largestProgram) throw new Error(`${shown} repeats too much to be matched in reasonable time`)
  return { source, weight, matches: (text) => pattern.matcher(text).find() }
}

/**
 * Whether backtracking cannot be slow: the pattern is short, has no alternatives, refers back to nothing, and
 * repeats nothing, or one thing that is no group when it can only match at the beginning.
 */
function isSimple(source: string): boolean {
  if (source.length > longestSimple) return false
  const bare = source
    .replaceAll(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\[^\dk]/gu, 'x')
    .replaceAll(/\[[^\]]*\]/gu, 'x')
  if (/\\|\||\)[*+?{]/u.test(bare)) return false
  const plain = bare.replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/gu, '(')
  const repeats = plain.match(/[*+{]/gu)?.length ?? 0
  const optional = plain.match(/(?<![*+}])\?/gu)?.length ?? 0
  return repeats + optional === 0 || (repeats <= 1 && optional <= mostOptional && plain.startsWith('^'))
}
