import { withCarriageReturns } from './line-ends.ts'
import { readPattern, type PatternOptions } from './read-pattern.ts'
import { rustSyntax, seesReplacements } from './rust-syntax.ts'

/** A pattern for another engine. */
export interface PortablePattern {
  /** In the syntax of the Rust crate `regex`, for one line at a time that keeps its carriage return. */
  readonly rust: string
  /** Whether bytes that are not UTF-8 have to be decoded to U+FFFD before they are matched. */
  readonly decodes: boolean
}

/** Units of a translated pattern; longer ones would not fit into an argument of a program everywhere. */
const longest = 60_000

/**
 * The pattern for ripgrep, which then matches the same lines; undefined where that is not certain. The engine has to
 * accept the pattern first.
 */
export function portablePattern(source: string, options: PatternOptions): PortablePattern | undefined {
  const read = readPattern(source, options)
  const pattern = read === undefined ? undefined : withCarriageReturns(read)
  if (pattern === undefined) return undefined
  const rust = rustSyntax(pattern)
  return rust.length > longest ? undefined : { rust, decodes: seesReplacements(pattern) }
}
