import type { Command } from 'commander'
import { serversOfTool } from '../mcp/tool-server.ts'
import { folderOf, withWorkspace } from '../with-workspace.ts'
import { asksForJson, type CallOptions, type Surroundings } from './command-options.ts'
import { examples, withJson } from './help-text.ts'
import { withSettingsFlags } from './settings-flags.ts'

/** Adds `millrace call`. */
export function addCall(program: Command, { io, open, ended }: Surroundings): void {
  withSettingsFlags(withJson(program.command('call'), 'print one JSON object instead of a card'))
    .description('Call one tool, through policy and guards, and show its card.')
    .argument('<tool>', 'the name of the tool')
    .argument('[arguments...]', 'key=value; a value is read as the type that the tool declares for it')
    .option('--args <json>', 'all arguments as JSON: the text itself, @FILE, or - for the standard input')
    .option('--expand', 'show everything instead of the folded card')
    .option('--approve-all', 'answer yes to every question: the tool runs without one')
    .option('--approve-reads', 'run only what changes nothing, and ask nobody')
    .option('--deny-all', 'answer no to every question')
    .addHelpText(
      'after',
      examples(
        [
          "millrace call bash command='date; exit 3' --approve-all",
          'arguments as key=value, and no question',
        ],
        [`millrace call grep --args '{"pattern":"TODO","context":2}'`, 'arguments as JSON, taken verbatim'],
        ['echo \'{"pattern":"**/*.ts"}\' | millrace call glob --args - --json', 'for a script'],
      ) + exitStatuses,
    )
    .action(async (tool: string, words: readonly string[], _options: CallOptions, command: Command) => {
      const options = command.optsWithGlobals<CallOptions>()
      const { cwd, args, expand, permissionMode, sandbox, approveAll, approveReads, denyAll } = options
      const [{ call }, { withStatusArea }] = await Promise.all([
        import('../call/call.ts'),
        import('../live/with-status-area.ts'),
      ])
      const own = withStatusArea(io)
      const request = {
        tool,
        words,
        json: args,
        asJson: asksForJson(options),
        expand: expand === true,
        colour: options.color,
        answers: {
          ...(approveAll !== undefined && { approveAll }),
          ...(approveReads !== undefined && { approveReads }),
          ...(denyAll !== undefined && { denyAll }),
        },
      }
      await withWorkspace(
        open,
        own,
        folderOf(io, cwd),
        async (workspace) => ended(await call(request, workspace, own)),
        { permissionMode, sandbox },
        serversOfTool(tool, true),
      )
    })
}

const exitStatuses = `
Exit status:
  0 done (a command of bash that ends badly is data: --json | jq .value.exitCode),
  1 internal error, 2 wrong usage, arguments, tool name or settings, 3 the tool failed,
  4 denied, 130 interrupted
`
