import { matchesPieces } from './wildcard.ts'

/** One word of a rule: the texts between its wildcards; a single one where there are none. */
export type WordPattern = readonly string[]

/** Words of an argument vector. */
export interface WordsReach {
  readonly kind: 'words'
  readonly words: readonly WordPattern[]
  /** Whether anything may follow, also nothing. */
  readonly tail: boolean
}

/** Whether no wildcard is in it, so that it is about one argument vector. */
export function isSpelledOut({ words, tail }: WordsReach): boolean {
  return !tail && words.every((word) => word.length === 1)
}

/** Whether the vector is exactly what the rule says: for rules that allow. */
export function matchesWords({ words, tail }: WordsReach, argv: readonly string[]): boolean {
  if (tail ? argv.length < words.length : argv.length !== words.length) return false
  return words.every((word, index) => matchesPieces(word, argv[index] ?? ''))
}

/** The words in one case, for `resemblesWords`. */
export function foldedWords({ words, tail }: WordsReach): WordsReach {
  return { kind: 'words', words: words.map((word) => word.map((piece) => piece.toLowerCase())), tail }
}

/**
 * Whether a vector is what a rule may be about, for rules that ask and deny: the program may stand in any folder, and
 * options, with or without a value, between the words. Both are given in lower case.
 */
export function resemblesWords({ words, tail }: WordsReach, argv: readonly string[]): boolean {
  const [program, ...rest] = words
  if (program === undefined) return tail
  const [started = '', ...args] = argv
  if (!matchesPieces(program, started) && !matchesPieces(program, baseName(started))) return false
  return followsLoosely(rest, args, tail)
}

/** Walks all ways at once, as a model may write any number of options. */
function followsLoosely(words: readonly WordPattern[], args: readonly string[], tail: boolean): boolean {
  // Places in the rule; `mayBeValue` are those at which the last argument was an option that was passed over.
  let places = new Set([0])
  let mayBeValue = new Set<number>()
  for (const arg of args) {
    if (tail && places.has(words.length)) return true
    const next = new Set<number>()
    const afterOption = new Set<number>()
    const step = (place: number): void => {
      const word = words[place]
      if (word !== undefined && matchesPieces(word, arg)) next.add(place + 1)
      if (!arg.startsWith('-')) return
      next.add(place)
      afterOption.add(place)
    }
    for (const place of places) step(place)
    for (const place of mayBeValue) next.add(place)
    if (next.size === 0) return false
    places = next
    mayBeValue = afterOption
  }
  return places.has(words.length)
}

/** The name of a program without its folder. */
export function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1)
}
