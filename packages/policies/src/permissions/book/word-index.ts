import { matchesWords, baseName, resemblesWords, type WordsReach } from '../rules/words.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { LiteralTrie } from './literal-trie.ts'

interface Entry {
  readonly reach: WordsReach
  readonly rule: CompiledRule
}

/** The rules about argument vectors of one list. */
export interface WordIndex {
  add(reach: WordsReach, rule: CompiledRule): void
  find(argv: readonly string[], found: (rule: CompiledRule) => void): void
}

/** For rules that allow: found by the words that they begin with. */
export class ExactWords implements WordIndex {
  private readonly entries = new LiteralTrie<Entry>()

  add(reach: WordsReach, rule: CompiledRule): void {
    const wild = reach.words.findIndex((word) => word.length > 1)
    const literal = wild < 0 ? reach.words : reach.words.slice(0, wild)
    this.entries.add(
      literal.map(([word = '']) => word),
      { reach, rule },
    )
  }

  find(argv: readonly string[], found: (rule: CompiledRule) => void): void {
    this.entries.along(argv, ({ reach, rule }) => {
      if (matchesWords(reach, argv)) found(rule)
    })
  }
}

/** For rules that ask and deny: found by the program, and by the word after it, wherever that stands. */
export class LooseWords implements WordIndex {
  private readonly programs = new Map<string, Map<string | undefined, Entry[]>>()
  private readonly others: Entry[] = []

  add(reach: WordsReach, rule: CompiledRule): void {
    const [program, second] = reach.words
    if (program?.length !== 1) {
      this.others.push({ reach, rule })
      return
    }
    const [name = ''] = program
    const seconds = this.programs.get(name) ?? new Map<string | undefined, Entry[]>()
    this.programs.set(name, seconds)
    const key = second?.length === 1 ? second[0] : undefined
    seconds.set(key, [...(seconds.get(key) ?? []), { reach, rule }])
  }

  find(argv: readonly string[], found: (rule: CompiledRule) => void): void {
    if (this.programs.size === 0 && this.others.length === 0) return
    const folded = argv.map((word) => word.toLowerCase())
    const test = ({ reach, rule }: Entry): void => {
      if (resemblesWords(reach, folded)) found(rule)
    }
    this.others.forEach(test)
    const [program = ''] = folded
    for (const name of new Set([program, baseName(program)])) {
      const seconds = this.programs.get(name)
      if (seconds === undefined) continue
      for (const key of new Set([undefined, ...folded.slice(1)])) seconds.get(key)?.forEach(test)
    }
  }
}
