import type { Command } from 'commander'
import type { Io } from '../io.ts'
import { UsageError } from '../usage-error.ts'
import { folderOf } from '../with-workspace.ts'
import type { CommonOptions, Surroundings } from './command-options.ts'
import { commandNames, seeHelp } from './help-text.ts'

/** Runs where no command is named, and hears of a name that is no command. */
export function addOverview(program: Command, { io, open }: Surroundings): void {
  program
    .command('overview', { isDefault: true, hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words: readonly string[], _options: CommonOptions, command: Command) => {
      const [word] = words
      if (word !== undefined) throw await unknownWord(word, program, io)
      const { cwd, color } = command.optsWithGlobals<CommonOptions>()
      const { overview } = await import('../overview.ts')
      await overview({ folder: folderOf(io, cwd), colour: color }, io, open)
    })
}

async function unknownWord(word: string, program: Command, io: Io): Promise<UsageError> {
  const [{ meant }, { builtinTools }] = await Promise.all([
    import('../meant.ts'),
    import('../builtin-tools.ts'),
  ])
  if (word.startsWith('-')) {
    const [written = word] = word.split('=')
    const options = program.createHelp().visibleOptions(program)
    const known = options.flatMap(({ long }) => (long === undefined ? [] : [long]))
    return new UsageError(`unknown option "${written}"`, [...meant(written, known), seeHelp])
  }
  const message = `unknown command "${word}"`
  if (builtinTools(io.env).some(({ name }) => name === word))
    return new UsageError(message, [`a tool is called by: millrace call ${word} …`, seeHelp])
  return new UsageError(message, [...meant(word, commandNames(program)), seeHelp])
}
