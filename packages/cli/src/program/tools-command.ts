import type { Command } from 'commander'
import { serversOfTool } from '../mcp/tool-server.ts'
import { folderOf, withWorkspace } from '../with-workspace.ts'
import { UsageError } from '../usage-error.ts'
import { asksForJson, type Surroundings, type ToolsOptions } from './command-options.ts'
import { examples, withJson } from './help-text.ts'

/** Adds `millrace tools`. */
export function addTools(program: Command, { io, open }: Surroundings): void {
  const command = withJson(program.command('tools'), 'print one JSON array')
  const sdk = command.createOption(
    '--sdk <language>',
    'print what programs are told of the tools, with their types',
  )
  command
    .description('List the tools: their kind, what happens when they are called, and where they come from.')
    .argument('[tool]', 'show all that there is to know about this one')
    .addOption(sdk.choices(['typescript', 'python']))
    .addHelpText(
      'after',
      examples(
        ['millrace tools --json', 'names, schemas and permissions as one JSON array'],
        ['millrace tools grep', 'one tool: what it does, what it takes, and a call to try'],
        ['millrace tools --sdk typescript', 'their types, for the programs of millrace code'],
      ),
    )
    .action(async (name: string | undefined, _options: ToolsOptions, own: Command) => {
      const options = own.optsWithGlobals<ToolsOptions>()
      const { sdk: language } = options
      if (language !== undefined && (name !== undefined || asksForJson(options)))
        throw new UsageError('--sdk is about all tools, and is text: give it alone')
      await withWorkspace(
        open,
        io,
        folderOf(io, options.cwd),
        async (workspace) => {
          if (language !== undefined) {
            const { writeSdk } = await import('../tools/sdk.ts')
            return writeSdk(language, workspace, io)
          }
          const { list } = await import('../tools/list.ts')
          await list({ name, asJson: asksForJson(options), colour: options.color }, workspace, io)
        },
        {},
        name === undefined ? 'all' : serversOfTool(name),
      )
    })
}
