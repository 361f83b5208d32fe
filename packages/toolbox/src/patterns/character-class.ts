import { PatternError } from './pattern-error.ts'

const posix: ReadonlyMap<string, string> = new Map([
  ['alnum', 'azAZ09'],
  ['alpha', 'azAZ'],
  ['blank', '  \t\t'],
  ['cntrl', '\u0000\u001f\u007f\u007f'],
  ['digit', '09'],
  ['graph', '!~'],
  ['lower', 'az'],
  ['print', ' ~'],
  ['punct', '!/:@[`{~'],
  ['space', '\t\r  '],
  ['upper', 'AZ'],
  ['xdigit', '09afAF'],
])

/**
 * Asks the class that begins with the `[` at `start`: `!` or `^` negates, a `]` in first place is literal, `a-z` is a
 * range, `[:alpha:]` a POSIX class. Throws a `PatternError` for what is no class.
 * @returns the position behind its `]`, negative where the code point does not belong to it.
 */
export function askClass(source: string, start: number, codePoint: number): number {
  let at = start + 1
  const negated = source.charAt(at) === '!' || source.charAt(at) === '^'
  if (negated) at += 1
  const first = at
  let belongs = false
  for (;;) {
    if (at >= source.length) throw unclosed()
    if (source.charAt(at) === ']' && at > first) break
    if (source.startsWith('[:', at)) {
      const end = source.indexOf(':]', at + 2)
      if (end < 0) throw unclosed()
      belongs ||= isInPosixClass(source.slice(at + 2, end), codePoint)
      at = end + 2
      continue
    }
    const range = readRange(source, at)
    belongs ||= codePoint >= range.low && codePoint <= range.high
    at = range.end
  }
  return belongs === negated ? -(at + 1) : at + 1
}

/** One character, or two with a dash between them, each with or without a backslash. */
function readRange(source: string, start: number): { low: number; high: number; end: number } {
  const lowAt = source.charAt(start) === '\\' ? start + 1 : start
  const low = codePointAt(source, lowAt)
  const end = lowAt + widthOf(low)
  const isRange = source.charAt(end) === '-' && end + 1 < source.length && source.charAt(end + 1) !== ']'
  if (!isRange) return { low, high: low, end }
  const highAt = source.charAt(end + 1) === '\\' ? end + 2 : end + 1
  const high = codePointAt(source, highAt)
  if (high < low) throw new PatternError('a range in "[…]" runs backwards')
  return { low, high, end: highAt + widthOf(high) }
}

function isInPosixClass(name: string, codePoint: number): boolean {
  const bounds = posix.get(name)
  if (bounds === undefined) throw new PatternError(`unknown character class "[:${name}:]"`)
  for (let index = 0; index < bounds.length; index += 2) {
    if (codePoint >= bounds.charCodeAt(index) && codePoint <= bounds.charCodeAt(index + 1)) return true
  }
  return false
}

function codePointAt(source: string, at: number): number {
  const codePoint = source.codePointAt(at)
  if (codePoint === undefined) throw unclosed()
  return codePoint
}

function widthOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1
}

function unclosed(): PatternError {
  return new PatternError('a "[" has no closing "]"')
}
