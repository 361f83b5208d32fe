import type { Command } from 'commander'
import { folderOf, withWorkspace } from '../with-workspace.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { examples, withJson } from './help-text.ts'

/** Adds `millrace tools`. */
export function addTools(program: Command, { io, open }: Surroundings): void {
  withJson(program.command('tools'), 'print one JSON array')
    .description('List the tools: their kind, what happens when they are called, and where they come from.')
    .argument('[tool]', 'show all that there is to know about this one')
    .addHelpText(
      'after',
      examples(
        ['millrace tools', 'a table'],
        ['millrace tools --json', 'names, schemas and permissions as one JSON array'],
        ['millrace tools grep', 'one tool: what it does, what it takes, and a call to try'],
      ),
    )
    .action(async (name: string | undefined, _options: JsonOptions, command: Command) => {
      const options = command.optsWithGlobals<JsonOptions>()
      await withWorkspace(open, io, folderOf(io, options.cwd), async (workspace) => {
        const { list } = await import('../tools/list.ts')
        list({ name, asJson: asksForJson(options), colour: options.color }, workspace, io)
      })
    })
}
