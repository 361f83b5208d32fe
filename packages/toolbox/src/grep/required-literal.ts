import { cutEnd } from '../text/cut.ts'

/** Longer literals are shortened, so that a hostile one cannot make the byte search slow. */
const literalLength = 24

/**
 * A text that every match of the pattern contains, as UTF-8, for a quick look at a file's bytes: what the pattern
 * begins with, before its first special character. Undefined where none is certain.
 */
export function requiredLiteral(
  pattern: string,
  isLiteral: boolean,
  ignoreCase: boolean,
): Buffer | undefined {
  // Alternatives may lack the start, and flags may change what it means.
  if (ignoreCase || (!isLiteral && /\||\(\?/.test(pattern))) return undefined
  const text = isLiteral ? pattern : plainStart(pattern)
  // Bytes that are no UTF-8 decode to U+FFFD, so its absence from the bytes proves nothing.
  if (text === '' || text.includes('\ufffd')) return undefined
  return Buffer.from(cutEnd(text, literalLength), 'utf8')
}

/** What `?`, `*` and `{` repeat may be missing. */
function plainStart(pattern: string): string {
  const start = /^[^\\^$.|?*+()[\]{}]*/.exec(pattern)?.[0] ?? ''
  return /^[?*{]/.test(pattern.slice(start.length)) ? start.replace(/.$/su, '') : start
}
