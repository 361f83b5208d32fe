import type { Command } from 'commander'
import { UsageError } from '../usage-error.ts'
import { folderOf } from '../with-workspace.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { examples, withJson } from './help-text.ts'
import { portIn } from './port-in.ts'

interface LoginOptions extends JsonOptions {
  readonly device?: boolean
  readonly browser: boolean
  readonly scope?: readonly string[]
  readonly port?: string
}

/** Adds `millrace mcp login` and `millrace mcp logout`. */
export function addMcpLogin(mcp: Command, around: Surroundings): void {
  addLogin(mcp, around)
  addLogout(mcp, around)
}

function addLogin(mcp: Command, { io, ended }: Surroundings): void {
  withJson(mcp.command('login'), 'print one JSON object')
    .description('Log in to a server by HTTP; the tokens are kept privately, and renewed by themselves.')
    .argument('<name>', 'the server')
    .option('--device', 'log in on any device, with a code')
    .option('--no-browser', 'only show the address')
    .option('--scope <scopes...>', 'ask for these scopes, too')
    .option(
      '--port <number>',
      'the port of this machine that the browser comes back to (default: a free one)',
    )
    .addHelpText(
      'after',
      examples(
        ['millrace mcp login github', 'in the browser'],
        ['millrace mcp login github --device', 'where there is no browser'],
        ['millrace mcp logout github', 'forgets it'],
      ),
    )
    .action(async (name: string, _options: LoginOptions, command: Command) => {
      const options = command.optsWithGlobals<LoginOptions>()
      const { device = false, browser, scope = [], port, cwd, color } = options
      if (device && port !== undefined)
        throw new UsageError('--port is for a browser, and --device uses none', ['leave one of them out'])
      const { loginServer } = await import('../mcp/login-server.ts')
      ended(
        await loginServer(
          {
            name,
            folder: folderOf(io, cwd),
            how: device ? 'device' : 'browser',
            opens: browser,
            scopes: scope.flatMap((words) => words.split(/[\s,]+/)).filter((word) => word !== ''),
            port: port === undefined ? undefined : portIn('--port', port, 1),
            asJson: asksForJson(options),
            colour: color,
          },
          io,
        ),
      )
    })
}

function addLogout(mcp: Command, { io, ended }: Surroundings): void {
  withJson(mcp.command('logout'), 'print one JSON object')
    .description('Forget the login to a server, and have it taken back where that is possible.')
    .argument('<name>', 'the server')
    .addHelpText('after', examples(['millrace mcp logout github', 'forgets it']))
    .action(async (name: string, _options: JsonOptions, command: Command) => {
      const options = command.optsWithGlobals<JsonOptions>()
      const { logoutServer } = await import('../mcp/login-end.ts')
      const { cwd, color: colour } = options
      ended(await logoutServer({ name, folder: folderOf(io, cwd), asJson: asksForJson(options), colour }, io))
    })
}
