import type { Option } from 'commander'

/** A command line without the options that are known: what is left, and what was taken out. */
export interface OwnWords {
  /** Commands, tools, arguments, and options that nobody knows. */
  readonly words: readonly string[]
  /** The known options with their values, as they were written. */
  readonly options: readonly string[]
}

/** Takes the known options out of a command line. */
export function ownWords(argv: readonly string[], known: readonly Option[]): OwnWords {
  const words: string[] = []
  const options: string[] = []
  const left = [...argv]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') return { words: [...words, ...left], options }
    const [name = word] = word.split('=')
    const option = known.find(({ long, short }) => long === name || short === name)
    if (option === undefined) {
      words.push(word)
      continue
    }
    options.push(word)
    const value = option.required && name === word ? left.shift() : undefined
    if (value !== undefined) options.push(value)
  }
  return { words, options }
}

/** The folder that `--cwd` names among the options of a line; the last one counts. */
export function folderNamedIn(options: readonly string[]): string | undefined {
  const at = options.findLastIndex((word) => word === '--cwd' || word.startsWith('--cwd='))
  const word = options[at]
  return word === '--cwd' ? options[at + 1] : word?.slice('--cwd='.length)
}
