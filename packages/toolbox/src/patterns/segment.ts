import { characterClass, type CharacterClass } from './character-class.ts'
import { PatternError } from './pattern-error.ts'

/** One step of a segment pattern: literal text, any one character, a class of characters, or any run. */
type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'class'; readonly accepts: CharacterClass }
  | { readonly kind: 'star' }

/** The pattern of one path segment: what stands between two slashes. */
export interface Segment {
  /** Whether a name matches. Time grows with the product of both lengths at most, never exponentially. */
  matches(name: string): boolean
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
  if (tokens.length === 0) return { matches: (name) => name === '', literal: '', asksForHidden }
  if (first?.kind === 'text' && tokens.length === 1) {
    const literal = first.text
    return { matches: (name) => name === literal, literal, asksForHidden }
  }
  return { matches: matcher(tokens), asksForHidden }
}

function matcher(tokens: readonly Token[]): (name: string) => boolean {
  const [first, second] = tokens
  if (first?.kind === 'star' && tokens.length === 1) return () => true
  if (first?.kind === 'star' && second?.kind === 'text' && tokens.length === 2) {
    const suffix = second.text
    return (name) => name.endsWith(suffix)
  }
  return (name) => matchTokens(tokens, name)
}

/** Greedy matching that only ever returns to the last star, which is enough for patterns without alternation. */
function matchTokens(tokens: readonly Token[], name: string): boolean {
  let at = 0
  let index = 0
  let starIndex = -1
  let starAt = 0
  for (;;) {
    const token = tokens[index]
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
    if (starIndex < 0 || starAt >= name.length) return false
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
      tokens.push({ kind: 'class', accepts })
      at = end
    } else {
      text += character
      at += 1
    }
  }
  flush()
  return tokens
}
