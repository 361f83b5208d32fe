import { PatternError } from './pattern-error.ts'

/** How many plain patterns one pattern with braces may stand for. */
export const maxAlternatives = 256

/**
 * All plain patterns that a pattern with `{a,b}` groups stands for. Groups may nest; a `\` and a character class
 * protect what they hold. More than 256 alternatives are refused, so that a pattern cannot grow exponentially.
 */
export function expandBraces(source: string): string[] {
  const { alternatives, end } = sequence(source, 0, false)
  if (end < source.length) throw new PatternError('a "}" has no opening "{"')
  return alternatives
}

/** The alternatives of the text up to its end, or, inside a group, up to the next `,` or `}`. */
function sequence(source: string, start: number, inGroup: boolean): { alternatives: string[]; end: number } {
  let alternatives = ['']
  let at = start
  while (at < source.length) {
    const character = source.charAt(at)
    if (character === '}' || (inGroup && character === ',')) break
    if (character === '{') {
      const group = readGroup(source, at)
      alternatives = product(alternatives, group.alternatives)
      at = group.end
      continue
    }
    const end = plainEnd(source, at, character)
    const text = source.slice(at, end)
    alternatives = alternatives.map((prefix) => prefix + text)
    at = end
  }
  return { alternatives, end: at }
}

function readGroup(source: string, start: number): { alternatives: string[]; end: number } {
  const alternatives: string[] = []
  let at = start
  do {
    const branch = sequence(source, at + 1, true)
    alternatives.push(...branch.alternatives)
    limit(alternatives.length)
    at = branch.end
  } while (source.charAt(at) === ',')
  if (at >= source.length) throw new PatternError('a "{" has no closing "}"')
  return { alternatives, end: at + 1 }
}

/** End of the plain text at `start`: a run without special characters, an escape, or a whole class. */
function plainEnd(source: string, start: number, character: string): number {
  if (character === '\\') return Math.min(start + 2, source.length)
  if (character === '[') return classEnd(source, start)
  let end = start + 1
  while (end < source.length && !'\\[{},'.includes(source.charAt(end))) end += 1
  return end
}

function classEnd(source: string, start: number): number {
  let at = start + 1
  if (source.charAt(at) === '!' || source.charAt(at) === '^') at += 1
  if (source.charAt(at) === ']') at += 1
  while (at < source.length && source.charAt(at) !== ']') at += source.charAt(at) === '\\' ? 2 : 1
  return Math.min(at + 1, source.length)
}

function product(left: readonly string[], right: readonly string[]): string[] {
  limit(left.length * right.length)
  return left.flatMap((prefix) => right.map((suffix) => prefix + suffix))
}

function limit(count: number): void {
  if (count > maxAlternatives) {
    throw new PatternError(`its braces stand for more than ${maxAlternatives} patterns`)
  }
}
