import { resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import { escapeVisible } from '@millrace/protocol'
import { exitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { columnsOf, type ColourChoice } from './screen.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'
import { withWorkspace, type OpenWorkspace } from './with-workspace.ts'

interface CommonOptions {
  readonly cwd?: string
  readonly color?: ColourChoice
}

interface ToolsOptions extends CommonOptions {
  readonly json?: boolean
  readonly output?: 'json'
}

interface CallOptions extends ToolsOptions {
  readonly args?: string
  readonly expand?: boolean
}

/** Parses the command line and runs what it names; resolves to the exit status. */
export async function runProgram(argv: readonly string[], io: Io, open: OpenWorkspace): Promise<number> {
  let status: number = exitCode.ok
  const program = rootCommand(io)
  addOverview(program, io)
  addTools(program, io, open)
  addCall(program, io, open, (code) => {
    status = code
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return status
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exitCode.ok : exitCode.usage
  }
}

function rootCommand(io: Io): Command {
  return new Command('millrace')
    .description('Tools for agents, guarded. Without a command: an overview of this folder.')
    .usage('[command] [options]')
    .version(version(), '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .option('--cwd <dir>', 'the folder that calls work in (default: the current one)')
    .option('--color', 'write colours, whatever the output is')
    .option('--no-color', 'write no colours')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) =>
        void io.stderr.write(escapeVisible(text.replace(/^error: /, 'millrace: '), { lines: true })),
      getOutHelpWidth: () => columnsOf(io.stdout, io.env),
      getErrHelpWidth: () => columnsOf(io.stderr, io.env),
    })
    .exitOverride()
    .addHelpText(
      'after',
      examples(
        ['millrace tools', 'what there is, and what happens when it is called'],
        ['millrace call grep pattern=TODO path=src', 'one call on this folder, shown as a card'],
        ['millrace call read path=package.json --json', 'the same for a script: one JSON object'],
      ),
    )
}

/** Runs where no command is named, and hears of a name that is no command. */
function addOverview(program: Command, io: Io): void {
  program
    .command('overview', { isDefault: true, hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words: readonly string[], _options: CommonOptions, command: Command) => {
      const [word] = words
      if (word !== undefined) throw await unknownWord(word)
      const { overview } = await import('./overview.ts')
      overview(io, resolve(io.cwd, command.optsWithGlobals<CommonOptions>().cwd ?? '.'))
    })
}

async function unknownWord(word: string): Promise<UsageError> {
  const [{ nearest }, { builtinTools }] = await Promise.all([
    import('@millrace/schema'),
    import('./builtin-tools.ts'),
  ])
  const help = 'see millrace --help'
  if (word.startsWith('-')) return new UsageError(`unknown option "${word}"`, [help])
  const message = `unknown command "${word}"`
  if (builtinTools.includes(word))
    return new UsageError(message, [`a tool is called by: millrace call ${word} …`, help])
  const near = nearest(word, ['call', 'tools', 'help'])
  return new UsageError(message, near.length === 0 ? [help] : [`did you mean ${near.join(' or ')}?`, help])
}

function addTools(program: Command, io: Io, open: OpenWorkspace): void {
  withJson(program.command('tools'), 'print one JSON array')
    .description('List the tools: their kind, what happens when they are called, and where they come from.')
    .addHelpText(
      'after',
      examples(
        ['millrace tools', 'a table'],
        ['millrace tools --json', 'names, schemas and permissions as one JSON array'],
        ["millrace tools --json | jq '.[].name'", 'the names alone'],
      ),
    )
    .action(async (_options: ToolsOptions, command: Command) => {
      const { json, output, color, cwd } = command.optsWithGlobals<ToolsOptions>()
      await withWorkspace(open, io, cwd, async (workspace) => {
        const { list } = await import('./tools/list.ts')
        list({ asJson: json === true || output === 'json', colour: color }, workspace, io)
      })
    })
}

function addCall(program: Command, io: Io, open: OpenWorkspace, ended: (status: number) => void): void {
  withJson(program.command('call'), 'print one JSON object instead of a card')
    .description('Call one tool, through policy and guards, and show its card.')
    .argument('<tool>', 'the name of the tool')
    .argument('[arguments...]', 'key=value; a value is read as the type that the tool declares for it')
    .option('--args <json>', 'all arguments as JSON: the text itself, @FILE, or - for the standard input')
    .option('--expand', 'show everything instead of the folded card')
    .addHelpText(
      'after',
      examples(
        ['millrace call grep pattern=TODO path=src', 'arguments as key=value'],
        [
          `millrace call read --args '{"path":"package.json","limit":10}'`,
          'arguments as JSON, taken verbatim',
        ],
        ['echo \'{"pattern":"**/*.ts"}\' | millrace call glob --args - --json', 'for a script'],
      ) + exitStatuses,
    )
    .action(async (tool: string, words: readonly string[], _options: CallOptions, command: Command) => {
      const { json, output, color, cwd, args, expand } = command.optsWithGlobals<CallOptions>()
      await withWorkspace(open, io, cwd, async (workspace) => {
        const { call } = await import('./call/call.ts')
        const asJson = json === true || output === 'json'
        ended(
          await call(
            { tool, words, json: args, asJson, expand: expand === true, colour: color },
            workspace,
            io,
          ),
        )
      })
    })
}

function withJson(command: Command, what: string): Command {
  const output = command.createOption('-o, --output <format>', 'the same as --json').choices(['json'])
  return command.option('--json', what).addOption(output)
}

function examples(...rows: readonly (readonly [command: string, what: string])[]): string {
  return `\nExamples:\n${rows.map(([command, what]) => `  ${command}\n      ${what}`).join('\n')}\n`
}

const exitStatuses = `
Exit status:
  0 done, 1 internal error, 2 wrong usage, arguments or tool name, 3 the tool failed,
  4 denied, 130 interrupted
`
