import type { Command, CommanderError } from 'commander'
import { UsageError } from '../usage-error.ts'
import type { Surroundings } from './command-options.ts'
import { helpOf } from './help-text.ts'

/** What the parser found wrong, in the words of this command. */
export async function usageErrorOf(
  { code, message }: CommanderError,
  argv: readonly string[],
  program: Command,
  { io, open }: Surroundings,
): Promise<UsageError> {
  const [problem = '', suggestion] = message
    .replace(/^error: /, '')
    .split(/\n\(Did you mean (?:one of )?(.*)\?\)$/s)
  const seeHelp = helpOf(program, await commandWords(argv, program))
  const quoted = problem.replaceAll(/'([^']*)'/g, '"$1"')
  if (code === 'commander.unknownOption') {
    const { optionHints } = await import('../unknown-option.ts')
    const [, option = ''] = /'([^']*)'/.exec(problem) ?? []
    const meant = await optionHints(option, argv, program, io, open)
    if (meant.length > 0) return new UsageError(quoted, [...meant, seeHelp])
  }
  const hints = suggestion === undefined ? [] : [`did you mean ${suggestion.replaceAll(', ', ' or ')}?`]
  return new UsageError(quoted, [...hints, seeHelp])
}

async function commandWords(argv: readonly string[], program: Command): Promise<readonly string[]> {
  const [{ optionsOf }, { ownWords }] = await Promise.all([
    import('../asked-for-help.ts'),
    import('../own-words.ts'),
  ])
  return ownWords(argv, optionsOf(program)).words
}
