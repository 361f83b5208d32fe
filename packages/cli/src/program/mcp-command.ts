import type { Command } from 'commander'
import { folderOf, withWorkspace } from '../with-workspace.ts'
import { UsageError } from '../usage-error.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { commandNames, examples, withJson } from './help-text.ts'
import { addAdd, addLog, addRemove, addServerTrust } from './mcp-edit-commands.ts'
import { addMcpLogin } from './mcp-login-command.ts'
import { addMcpServe } from './mcp-serve-command.ts'

/** Adds `millrace mcp`. */
export function addMcp(program: Command, around: Surroundings): void {
  const mcp = withJson(program.command('mcp'), 'print one JSON array')
    .description('MCP servers: whose tools are here, add and remove them, agree to those of a folder.')
    .usage('list | add NAME … | remove NAME | trust [NAME…] | log NAME | login NAME | logout NAME | serve')
    .argument('[what]', 'list, unless another one is named')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['millrace mcp', 'all servers of this folder, and whether they are there'],
        ['millrace mcp add everything -- npx -y @modelcontextprotocol/server-everything', 'a program'],
        ['millrace mcp add docs --url https://example.com/mcp', 'a server by HTTP'],
      ),
    )
  mcp.action(async (word: string | undefined, _options: JsonOptions, command: Command) => {
    if (word !== undefined) throw await unknownPart(word, mcp)
    await list(undefined, command.optsWithGlobals<JsonOptions>(), around)
  })
  addList(mcp, around)
  addAdd(mcp, around)
  addRemove(mcp, around)
  addServerTrust(mcp, around)
  addLog(mcp, around)
  addMcpLogin(mcp, around)
  addMcpServe(mcp, around)
}

async function unknownPart(word: string, mcp: Command): Promise<UsageError> {
  const { meant } = await import('../meant.ts')
  const near = meant(word, commandNames(mcp))
  return new UsageError(`unknown command "mcp ${word}"`, [...near, 'see millrace help mcp'])
}

async function list(
  name: string | undefined,
  options: JsonOptions,
  { io, open }: Surroundings,
): Promise<void> {
  const { listServers } = await import('../mcp/list-servers.ts')
  await withWorkspace(
    open,
    io,
    folderOf(io, options.cwd),
    async (workspace, settings) =>
      listServers({ name, asJson: asksForJson(options), colour: options.color }, workspace, settings, io),
    {},
    name === undefined ? 'agreed' : { agreed: name },
  )
}

function addList(mcp: Command, around: Surroundings): void {
  withJson(mcp.command('list'), 'print one JSON array')
    .description('List the servers: where each comes from, how it is launched, and whether it is there.')
    .argument('[name]', 'only this one, with its tools')
    .addHelpText(
      'after',
      examples(
        ['millrace mcp list', 'a table'],
        ['millrace mcp list github', 'one server with all its tools'],
        ['millrace mcp list --json', 'the same for a script'],
      ),
    )
    .action((name: string | undefined, _options: JsonOptions, command: Command) =>
      list(name, command.optsWithGlobals<JsonOptions>(), around),
    )
}
