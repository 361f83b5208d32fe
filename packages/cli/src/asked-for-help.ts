import type { Command, Option } from 'commander'
import { ownWords } from './own-words.ts'

/**
 * The command line that shows the help of a tool where that is meant: `call grep --help` and `grep --help` mean the tool,
 * as options of its own it has none. Any other command line stays as it is.
 */
export function askedForHelp(argv: readonly string[], program: Command): readonly string[] {
  const end = argv.indexOf('--')
  const before = end < 0 ? argv : argv.slice(0, end)
  if (!before.some((word) => word === '--help' || word === '-h')) return argv
  const commands = program.commands.map((command) => command.name())
  const { words, options } = ownWords(before, optionsOf(program))
  const [first, second] = words.filter((word) => !word.startsWith('-'))
  const named = first === 'call' ? second : first
  if (named === undefined || (first !== 'call' && commands.includes(named))) return argv
  const common = ownWords(options, [...program.options]).options
  return ['help', named, ...common]
}

/** The options of a program and of all its commands. */
export function optionsOf(program: Command): Option[] {
  return [program, ...program.commands].flatMap((command) => [...command.options])
}
