import type { MatchWork } from './match-work.ts'
import { checkWildcards, literalName, matchWildcards } from './wildcards.ts'

/** The pattern of one path segment: what stands between two slashes. */
export interface Segment {
  /**
   * Whether a name matches. Time grows with the product of both lengths at most, never exponentially, and is added
   * to the work; a name that takes more than is left of it does not match.
   */
  matches(name: string, work: MatchWork): boolean
  /** The exact name, where the pattern holds no wildcard. */
  readonly literal?: string
  /** Whether the pattern spells out a leading dot, and so asks for hidden names. */
  readonly asksForHidden: boolean
}

/** Reads one segment: `*`, `?`, `[…]` with ranges, negation and POSIX classes, and `\` before any character. */
export function parseSegment(source: string): Segment {
  checkWildcards(source)
  const literal = literalName(source)
  const asksForHidden = source.startsWith('.') || source.startsWith('\\.')
  if (literal !== undefined) return { matches: counted((name) => name === literal), literal, asksForHidden }
  const ending = /^\*+([^*?[\\]*)$/.exec(source)?.[1]
  if (ending !== undefined) return { matches: counted((name) => name.endsWith(ending)), asksForHidden }
  return { matches: (name, work) => matchWildcards(source, 0, source.length, name, work), asksForHidden }
}

function counted(matches: (name: string) => boolean): Segment['matches'] {
  return (name, work) => {
    work.steps += 1
    return matches(name)
  }
}
