import { PatternError } from './pattern-error.ts'

/** Whether a code point belongs to the class. */
export type CharacterClass = (codePoint: number) => boolean

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
 * Reads the class that begins with the `[` at `start`; `end` is the position behind its `]`.
 * `!` or `^` negates, a `]` in first place is literal, `a-z` is a range, `[:alpha:]` a POSIX class.
 */
export function characterClass(source: string, start: number): { accepts: CharacterClass; end: number } {
  const ranges: [low: number, high: number][] = []
  let at = start + 1
  const negated = source.charAt(at) === '!' || source.charAt(at) === '^'
  if (negated) at += 1
  const first = at
  for (;;) {
    if (at >= source.length) throw new PatternError('a "[" has no closing "]"')
    if (source.charAt(at) === ']' && at > first) break
    if (source.startsWith('[:', at)) {
      const end = source.indexOf(':]', at + 2)
      const name = source.slice(at + 2, end)
      const bounds = posix.get(name)
      if (end < 0 || bounds === undefined) throw new PatternError(`unknown character class "[:${name}:]"`)
      for (let index = 0; index < bounds.length; index += 2) {
        ranges.push([bounds.charCodeAt(index), bounds.charCodeAt(index + 1)])
      }
      at = end + 2
      continue
    }
    const low = characterAt(source, at)
    at = low.end
    if (source.charAt(at) === '-' && at + 1 < source.length && source.charAt(at + 1) !== ']') {
      const high = characterAt(source, at + 1)
      at = high.end
      if (high.codePoint < low.codePoint) throw new PatternError('a range in "[…]" runs backwards')
      ranges.push([low.codePoint, high.codePoint])
    } else {
      ranges.push([low.codePoint, low.codePoint])
    }
  }
  const contains: CharacterClass = (codePoint) =>
    ranges.some(([low, high]) => codePoint >= low && codePoint <= high)
  return { accepts: negated ? (codePoint) => !contains(codePoint) : contains, end: at + 1 }
}

function characterAt(source: string, start: number): { codePoint: number; end: number } {
  const at = source.charAt(start) === '\\' ? start + 1 : start
  const codePoint = source.codePointAt(at)
  if (codePoint === undefined) throw new PatternError('a "[" has no closing "]"')
  return { codePoint, end: at + (codePoint > 0xffff ? 2 : 1) }
}
