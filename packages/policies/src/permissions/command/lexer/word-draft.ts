import type { List, Word } from './syntax.ts'

/** A word while it is read. */
export class WordDraft {
  readonly at: number
  text = ''
  bare = true
  home = false
  pattern: number | undefined
  unknown: Word['unknown']
  splits = false
  lists: List[] | undefined

  constructor(at: number) {
    this.at = at
  }

  /** An unquoted `*`, `?` or `[` comes next. */
  globs(): void {
    this.pattern ??= this.text.length
  }

  /** What is not known comes next, written as `source`. */
  holds(unknown: 'variable' | 'output', source: string, quoted: boolean): void {
    this.unknown = this.unknown === 'output' ? 'output' : unknown
    this.bare = false
    if (!quoted) this.splits = true
    this.text += source
  }

  word(end: number): Word {
    const { at, text, bare, home, pattern, unknown, splits, lists } = this
    const isBracket = pattern === 0 && text === '['
    return {
      at,
      end,
      text,
      bare,
      ...(pattern !== undefined && !isBracket && { pattern }),
      ...(home && { home }),
      ...(unknown && { unknown }),
      ...(splits && { splits }),
      ...(lists && { lists }),
    }
  }
}
