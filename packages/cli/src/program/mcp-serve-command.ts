import { Option, type Command } from 'commander'
import { runtimeNames } from '../code/runtime-names.ts'
import { folderOf } from '../with-workspace.ts'
import { UsageError } from '../usage-error.ts'
import type { Surroundings } from './command-options.ts'
import { clientNames } from '../serve/client-names.ts'
import type { ServeRequest } from '../serve/serve.ts'
import { examples } from './help-text.ts'
import { serveRequest, serveWords, type McpServeOptions } from './mcp-serve-options.ts'
import { portIn } from './port-in.ts'
import { withSettingsFlags } from './settings-flags.ts'

/** Adds `millrace mcp serve`. */
export function addMcpServe(mcp: Command, { io, open, ended }: Surroundings): void {
  withSettingsFlags(mcp.command('serve'))
    .description('Serve the tools of this folder to any agent that speaks the Model Context Protocol.')
    .option(
      '--gateway',
      'serve the tools of the MCP servers of this folder instead: the rules guard them, too',
    )
    .option('--with-tools', 'with --gateway: the tools of this folder as well')
    .option('--http [port]', 'by HTTP on this machine instead of the standard streams')
    .option('--print-config [client]', 'print what makes a client start it as these options say, and end')
    .option('--tools <names>', 'serve only these tools, with commas between them')
    .option('--code', 'let the agent write programs that call the tools, too')
    .option('--code-only', 'serve nothing but the tool that runs programs')
    .addOption(new Option('--runtime <name>', 'where programs run (default: "worker")').choices(runtimeNames))
    .option('--search', 'list only some of many tools, with one that finds the others')
    .option('--no-structured', 'leave out output schemas and values: results are what models read')
    .option('--no-session', 'keep no session of the calls')
    .option(
      '--run-sandboxed',
      'run commands that the sandbox keeps in without a question, as millrace call does',
    )
    .option('--approve-all', 'answer yes to every question: calls run without one')
    .option('--approve-reads', 'run only what changes nothing, and ask nobody')
    .option('--deny-all', 'answer no to every question')
    .addHelpText(
      'after',
      examples(
        ['millrace mcp serve --gateway --print-config claude-code', 'guards the servers that an agent has'],
        [
          'millrace mcp serve --code --print-config codex',
          'the agent may write programs that call the tools',
        ],
        [
          'millrace mcp serve --tools read,grep,glob --http 4100',
          'three tools, for programs of this machine',
        ],
      ) + `\nClients: ${clientNames.join(', ')}\n`,
    )
    .action(async (_options: McpServeOptions, command: Command) => {
      const options = command.optsWithGlobals<McpServeOptions>()
      const { http, printConfig: client } = options
      const request = serveRequest(options, folderOf(io, options.cwd))
      if (client !== undefined) return print(client, options, request, io)
      if (http !== undefined) {
        const { serveByHttp } = await import('../serve/serve-by-http.ts')
        return ended(await serveByHttp(request, http === true ? 0 : portIn('--http', http, 0), io, open))
      }
      const { serveStandardStreams } = await import('../serve/serve.ts')
      ended(await serveStandardStreams(request, io, open))
    })
}

async function print(
  client: string | true,
  { http }: McpServeOptions,
  request: ServeRequest,
  io: Surroundings['io'],
): Promise<void> {
  if (http !== undefined)
    throw new UsageError(
      '--print-config is for clients that start the server themselves, so it takes no --http',
    )
  const { printConfig } = await import('../serve/print-config.ts')
  const { folder, gateway } = request
  const words = serveWords(request)
  await printConfig(
    { client: client === true ? undefined : client, folder, words, isGateway: gateway !== 'no' },
    io,
  )
}
