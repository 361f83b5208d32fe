import type { CharacterSet } from './characters.ts'

/** A pattern over one line, in the constructs that all linear-time engines agree on. */
export type LinePattern =
  | { readonly kind: 'one'; readonly of: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly LinePattern[] }
  | { readonly kind: 'choice'; readonly branches: readonly LinePattern[] }
  | { readonly kind: 'repeat'; readonly part: LinePattern; readonly least: number; readonly most: number }
  | { readonly kind: 'start' | 'end' | 'wordBoundary' }

/** Whether a match may take no character at all. */
export function mayBeEmpty(pattern: LinePattern): boolean {
  switch (pattern.kind) {
    case 'one':
      return false
    case 'sequence':
      return pattern.parts.every(mayBeEmpty)
    case 'choice':
      return pattern.branches.some(mayBeEmpty)
    case 'repeat':
      return pattern.least === 0 || mayBeEmpty(pattern.part)
    case 'start':
    case 'end':
    case 'wordBoundary':
      return true
  }
}

/** Whether any part of a pattern is as asked. */
export function somePart(pattern: LinePattern, asked: (part: LinePattern) => boolean): boolean {
  if (asked(pattern)) return true
  if (pattern.kind === 'sequence') return pattern.parts.some((part) => somePart(part, asked))
  if (pattern.kind === 'choice') return pattern.branches.some((part) => somePart(part, asked))
  return pattern.kind === 'repeat' && somePart(pattern.part, asked)
}
