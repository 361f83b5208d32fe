import { Command, type Option } from 'commander'
import type { Io } from '../io.ts'
import { columnsOf } from '../screen.ts'
import { version } from '../version.ts'
import { examples } from './help-text.ts'

/** The command itself, without what can be done with it. */
export function rootCommand(io: Io): Command {
  return (
    new Command('millrace')
      .description('Tools for agents, guarded. Without a command: an overview of this folder.')
      .usage('[command] [options]')
      .version(version(), '--version', 'print the version')
      .helpOption('-h, --help', 'show help')
      .option('--cwd <dir>', 'the folder that calls work in (default: the current one)')
      .option('--color', 'write colours, whatever the output is')
      .option('--no-color', 'write no colours')
      // Those of a group of commands are for the group by itself; each command in it has its own.
      .configureHelp({ showGlobalOptions: true, visibleGlobalOptions })
      .configureOutput({
        writeOut: (text) => void io.stdout.write(text),
        // What is wrong is thrown too, and told where everything that is thrown is.
        outputError: () => {},
        getOutHelpWidth: () => columnsOf(io.stdout, io.env),
      })
      .exitOverride()
      .helpCommand(false)
      .addHelpText(
        'after',
        examples(
          ['millrace run --demo', 'a whole agent turn, no key needed'],
          ['millrace call grep pattern=TODO', 'one call on this folder, shown as a card'],
          [
            `millrace code 'return (await tools.glob({ pattern: "**" })).total'`,
            'a program that calls tools',
          ],
        ),
      )
  )
}

/** The options that all commands take: those of the root. */
function visibleGlobalOptions({ parent }: Command): Option[] {
  if (parent === null) return []
  return parent.parent === null
    ? parent.options.filter(({ hidden }) => !hidden)
    : visibleGlobalOptions(parent)
}
