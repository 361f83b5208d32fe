import type { HostReach } from './host-reach.ts'
import { isOnePath, type PathReach } from './path-reach.ts'
import { isSpelledOut, type WordsReach } from './words.ts'

/** What a rule is about: all calls of its tools, or what they touch. */
export type Reach = { readonly kind: 'all' } | WordsReach | PathReach | HostReach

/** A rule that was read. */
export interface Rule {
  /** As it was written, without blanks around it. */
  readonly text: string
  /** The tools that it names; of file tools all that do the same. */
  readonly tools: readonly string[]
  /** Usually one; of tools that nobody knows here, all that the text may mean. */
  readonly reaches: readonly Reach[]
}

/** Whether it is about one thing only, spelled out: no wildcard, and not a whole tool. */
export function isExact({ reaches }: Rule): boolean {
  return reaches.every((reach) => {
    if (reach.kind === 'words') return isSpelledOut(reach)
    if (reach.kind === 'path') return reach.pattern !== undefined && isOnePath(reach.pattern)
    return reach.kind === 'host' && !reach.below
  })
}

/** How narrow a rule is, the higher the narrower: whole tools, then patterns by what is literal in them. */
export function specificity({ reaches }: Rule): number {
  return Math.min(...reaches.map(reachSpecificity))
}

function reachSpecificity(reach: Reach): number {
  switch (reach.kind) {
    case 'all':
      return 0
    case 'words':
      return literal(reach.words.flat()) + (reach.tail ? 1 : 1_000)
    case 'path':
      return reach.pattern === undefined ? 0 : 1 + literal(reach.pattern.names.flat())
    case 'host':
      return reach.name.length + (reach.below ? 1 : 1_000)
  }
}

const literal = (texts: readonly string[]): number =>
  texts.reduce((sum, each) => sum + (each === '**' ? 0 : each.length + 1), 0)
