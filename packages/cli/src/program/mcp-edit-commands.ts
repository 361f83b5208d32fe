import { Option, type Command } from 'commander'
import type { ServerScope } from '../mcp/add-server.ts'
import { asUsage, folderOf, settingsOf } from '../with-workspace.ts'
import { UsageError } from '../usage-error.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { examples, withJson } from './help-text.ts'

interface AddOptions extends JsonOptions {
  readonly scope?: ServerScope
  readonly url?: string
  readonly env?: readonly string[]
  readonly header?: readonly string[]
  readonly sandboxed?: boolean
}

interface RemoveOptions extends JsonOptions {
  readonly scope?: ServerScope
}

interface TrustOptions extends JsonOptions {
  readonly yes?: boolean
  readonly revoke?: boolean
}

const scopes = ['local', 'project', 'user'] as const

function each(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Adds `millrace mcp add`. */
export function addAdd(mcp: Command, { io, ended }: Surroundings): void {
  withJson(mcp.command('add'), 'print one JSON object')
    .description('Add a server: a program behind --, or an address. Whoever adds it agrees to it.')
    .argument('<name>', 'how rules and models call it')
    .argument('[command...]', 'the program and its arguments')
    .addOption(
      new Option('--scope <scope>', 'for you here, for all who have the folder, or for you everywhere')
        .choices(scopes)
        .default('local'),
    )
    .option('--url <address>', 'a server by HTTP')
    .option('--env <NAME=VALUE>', 'a variable for the program; may be given again', each)
    .option('--header <NAME: VALUE>', 'a header for the address; may be given again', each)
    .option('--sandboxed', 'run the program inside the sandbox')
    .addHelpText(
      'after',
      examples(
        ['millrace mcp add files -- npx -y @modelcontextprotocol/server-filesystem .', 'for you, here'],
        [
          "millrace mcp add github --scope project --env 'TOKEN=${GITHUB_TOKEN}' -- github-mcp-server stdio",
          'for all; the value comes from the environment of each',
        ],
        ['millrace mcp add docs --scope user --url https://example.com/mcp', 'for you, everywhere'],
      ),
    )
    .action(async (name: string, words: readonly string[], _options: AddOptions, command: Command) => {
      const options = command.optsWithGlobals<AddOptions>()
      const { addServer } = await import('../mcp/add-server.ts')
      const { scope = 'local', url, env = [], header: headers = [], sandboxed = false } = options
      const shown = { folder: folderOf(io, options.cwd), asJson: asksForJson(options), colour: options.color }
      const request = { name, words, scope, url, env, headers, sandboxed, ...shown }
      ended(await asUsage(() => addServer(request, io)))
    })
}

/** Adds `millrace mcp remove`. */
export function addRemove(mcp: Command, { io, ended }: Surroundings): void {
  withJson(mcp.command('remove'), 'print one JSON object')
    .description('Take a server out of the file that names it.')
    .argument('<name>', 'the name of the server')
    .addOption(new Option('--scope <scope>', 'which one, where several places have one').choices(scopes))
    .addHelpText(
      'after',
      examples(
        ['millrace mcp remove files', 'the one of this name'],
        ['millrace mcp remove files --scope user', 'the one that is yours everywhere'],
        ['millrace mcp list', 'which there are'],
      ),
    )
    .action(async (name: string, _options: RemoveOptions, command: Command) => {
      const options = command.optsWithGlobals<RemoveOptions>()
      const { removeServer } = await import('../mcp/remove-server.ts')
      const { scope, cwd, color: colour } = options
      const request = { name, scope, folder: folderOf(io, cwd), asJson: asksForJson(options), colour }
      ended(await asUsage(() => removeServer(request, io)))
    })
}

/** Adds `millrace mcp trust`. */
export function addServerTrust(mcp: Command, { io, ended }: Surroundings): void {
  withJson(mcp.command('trust'), 'print one JSON object')
    .description('Show what servers of this folder would start or reach, and agree to that once you say yes.')
    .argument('[names...]', 'only these (default: all that nobody agreed to)')
    .option('--yes', 'do not ask: the servers are known and trusted')
    .option('--revoke', 'agree to them no more')
    .addHelpText(
      'after',
      examples(
        ['millrace mcp trust', 'shows all, then asks'],
        ['millrace mcp trust github --yes', 'one, for a script'],
        ['millrace mcp trust --revoke', 'takes it back for all'],
      ),
    )
    .action(async (names: readonly string[], _options: TrustOptions, command: Command) => {
      const options = command.optsWithGlobals<TrustOptions>()
      const { yes = false, revoke = false, cwd, color: colour } = options
      if (yes && revoke)
        throw new UsageError('--yes and --revoke contradict each other', ['give one of them'])
      const settings = await settingsOf(folderOf(io, cwd), io, {})
      const { trustServers } = await import('../mcp/trust-servers.ts')
      const what = revoke ? 'revoke' : yes ? 'agree' : 'ask'
      ended(await trustServers({ names, what, asJson: asksForJson(options), colour }, settings, io))
    })
}

/** Adds `millrace mcp log`. */
export function addLog(mcp: Command, { io, ended }: Surroundings): void {
  mcp
    .command('log')
    .description('Print what a server wrote to its standard error output, and what was odd about it.')
    .argument('<name>', 'the name of the server')
    .addHelpText('after', examples(['millrace mcp log github', 'the last 1 to 2 MiB']))
    .action(async (name: string, _options: JsonOptions, command: Command) => {
      const { cwd } = command.optsWithGlobals<JsonOptions>()
      const { showServerLog } = await import('../mcp/show-log.ts')
      ended(await showServerLog(name, folderOf(io, cwd), io))
    })
}
