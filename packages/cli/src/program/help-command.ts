import type { Command } from 'commander'
import { UsageError } from '../usage-error.ts'
import { serversOfTool } from '../mcp/tool-server.ts'
import { folderOf, withWorkspace } from '../with-workspace.ts'
import type { Workspace } from '../workspace.ts'
import type { CommonOptions, Surroundings } from './command-options.ts'
import { commandNames, examples, seeHelp, shownCommands } from './help-text.ts'

/** Adds `millrace help`. */
export function addHelp(program: Command, { io, open }: Surroundings): void {
  program
    .command('help')
    .description('Show help for a command or a tool.')
    .argument('[name...]', 'the name of a command or a tool')
    .addHelpText(
      'after',
      examples(
        ['millrace help', 'all commands and options'],
        ['millrace help call', 'one command'],
        ['millrace help grep', 'one tool: what it does, what it takes, and a call to try'],
      ),
    )
    .action(async (names: readonly string[], _options: CommonOptions, command: Command) => {
      const [name, within] = names
      const known = shownCommands(program).find((each) => each.name() === name)
      if (name === undefined || known?.name() === 'help') return program.outputHelp()
      if (known !== undefined) return commandIn(known, within).outputHelp()
      const { color, cwd } = command.optsWithGlobals<CommonOptions>()
      const use = async (workspace: Workspace): Promise<void> => {
        const [{ list }, { inListingOrder }, { meant }, { switchedOnBy }] = await Promise.all([
          import('../tools/list.ts'),
          import('../tools/listing-order.ts'),
          import('../meant.ts'),
          import('../tools/notes.ts'),
        ])
        const tools = inListingOrder(workspace.tools.schemas(workspace.agent)).map((tool) => tool.name)
        if (tools.includes(name)) return list({ name, asJson: false, colour: color }, workspace, io)
        const switched = switchedOnBy(name)
        if (switched !== undefined) throw new UsageError(`the tool "${name}" is not switched on`, [switched])
        const hints = [...meant(name, [...commandNames(program), ...tools]), seeHelp]
        throw new UsageError(`no command or tool is called "${name}"`, hints)
      }
      return withWorkspace(open, io, folderOf(io, cwd), use, {}, serversOfTool(name))
    })
}

/** `permissions test` of the words after `help`; the command itself where it has no such part. */
function commandIn(command: Command, name: string | undefined): Command {
  return command.commands.find((each) => each.name() === name) ?? command
}
