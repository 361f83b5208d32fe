import { characterClass, type CharacterClass } from './character-class.ts'
import type { MatchWork } from './match-work.ts'
import { PatternError } from './pattern-error.ts'

/** One step of a segment pattern: literal text, any one character, a class of characters, or any run. */
type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'class'; readonly accepts: CharacterClass; readonly cost: number }
  | { readonly kind: 'star' }

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
  const tokens = tokenize(source)
  const first = tokens[0]
  const asksForHidden = first?.kind === 'text' && first.text.startsWith('.')
  if (tokens.length === 0) return { matches: counted((name) => name === ''), literal: '', asksForHidden }
  if (first?.kind === 'text' && tokens.length === 1) {
    const literal = first.text
    return { matches: counted((name) => name === literal), literal, asksForHidden }
  }
  return { matches: matcher(tokens), asksForHidden }
}

function counted(matches: (name: string) => boolean): Segment['matches'] {
  return (name, work) => {
    work.steps += 1
    return matches(name)
  }
}

function matcher(tokens: readonly Token[]): Segment['matches'] {
  const [first] = tokens
  const last = tokens.at(-1)
  if (first?.kind === 'star' && tokens.length === 1) return counted(() => true)
  const suffix = last?.kind === 'text' ? last.text : ''
  if (first?.kind === 'star' && suffix !== '' && tokens.length === 2) {
    return counted((name) => name.endsWith(suffix))
  }
  const prefix = first?.kind === 'text' ? first.text : ''
  const least = tokens.reduce((length, token) => length + leastLength(token), 0)
  const mayMatch = counted((name) => name.length >= least && name.startsWith(prefix) && name.endsWith(suffix))
  return (name, work) => mayMatch(name, work) && matchTokens(tokens, name, work)
}

/** UTF-16 units that a token takes at least. */
function leastLength(token: Token): number {
  if (token.kind === 'star') return 0
  return token.kind === 'text' ? token.text.length : 1
}

/** Greedy matching that only ever returns to the last star, which is enough for patterns without alternation. */
function matchTokens(tokens: readonly Token[], name: string, work: MatchWork): boolean {
  let at = 0
  let index = 0
  let starIndex = -1
  let starAt = 0
  for (;;) {
    const token = tokens[index]
    work.steps += token?.kind === 'class' ? token.cost : 1
    if (token?.kind === 'star') {
      if (index === tokens.length - 1) return true
      starIndex = index
      starAt = at
      index += 1
      continue
    }
    const next = token === undefined ? (at === name.length ? at : -1) : advance(token, name, at)
    if (next >= 0) {
      if (token === undefined) return true
      at = next
      index += 1
      continue
    }
    if (starIndex < 0 || starAt >= name.length || work.isSpent) return false
    starAt += characterLength(name, starAt)
    at = starAt
    index = starIndex + 1
  }
}

/** Where the name continues after the token, or -1 when the token does not match there. */
function advance(token: Exclude<Token, { kind: 'star' }>, name: string, at: number): number {
  if (token.kind === 'text') return name.startsWith(token.text, at) ? at + token.text.length : -1
  if (at >= name.length) return -1
  if (token.kind === 'any') return at + characterLength(name, at)
  return token.accepts(name.codePointAt(at) ?? 0) ? at + characterLength(name, at) : -1
}

function characterLength(name: string, at: number): number {
  return (name.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let text = ''
  const flush = (): void => {
    if (text !== '') tokens.push({ kind: 'text', text })
    text = ''
  }
  let at = 0
  while (at < source.length) {
    const character = source.charAt(at)
    if (character === '\\') {
      if (at + 1 === source.length) throw new PatternError('it ends in a lone backslash')
      text += source.charAt(at + 1)
      at += 2
    } else if (character === '*') {
      flush()
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' })
      at += 1
    } else if (character === '?') {
      flush()
      tokens.push({ kind: 'any' })
      at += 1
    } else if (character === '[') {
      flush()
      const { accepts, end } = characterClass(source, at)
      tokens.push({ kind: 'class', accepts, cost: end - at })
      at = end
    } else {
      text += character
      at += 1
    }
  }
  flush()
  return tokens
}
