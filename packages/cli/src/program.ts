import { Command, CommanderError } from 'commander'
import type { AnswerFlags } from './ask/answer-flags.ts'
import { askedForHelp } from './asked-for-help.ts'
import { exitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { columnsOf, type ColourChoice } from './screen.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'
import { folderOf, withWorkspace, type OpenWorkspace } from './with-workspace.ts'

interface CommonOptions {
  readonly cwd?: string
  readonly color?: ColourChoice
}

interface ToolsOptions extends CommonOptions {
  readonly json?: boolean
  readonly output?: 'json'
}

interface CallOptions extends ToolsOptions, AnswerFlags {
  readonly args?: string
  readonly expand?: boolean
}

/** Parses the command line and runs what it names; resolves to the exit status. */
export async function runProgram(argv: readonly string[], io: Io, open: OpenWorkspace): Promise<number> {
  let status: number = exitCode.ok
  const program = rootCommand(io)
  addOverview(program, io, open)
  addTools(program, io, open)
  addCall(program, io, open, (code) => {
    status = code
  })
  addHelp(program, io, open)
  try {
    await program.parseAsync(askedForHelp(argv, program), { from: 'user' })
    return status
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw await usageErrorOf(error, argv, program, io, open)
    return exitCode.ok
  }
}

/** What the parser found wrong, in the words of this command. */
async function usageErrorOf(
  { code, message }: CommanderError,
  argv: readonly string[],
  program: Command,
  io: Io,
  open: OpenWorkspace,
): Promise<UsageError> {
  const [problem = '', suggestion] = message
    .replace(/^error: /, '')
    .split(/\n\(Did you mean (?:one of )?(.*)\?\)$/s)
  const quoted = problem.replaceAll(/'([^']*)'/g, '"$1"')
  if (code === 'commander.unknownOption') {
    const { optionHints } = await import('./unknown-option.ts')
    const [, option = ''] = /'([^']*)'/.exec(problem) ?? []
    const meant = await optionHints(option, argv, program, io, open)
    if (meant.length > 0) return new UsageError(quoted, [...meant, seeHelp])
  }
  const hints = suggestion === undefined ? [] : [`did you mean ${suggestion.replaceAll(', ', ' or ')}?`]
  return new UsageError(quoted, [...hints, seeHelp])
}

const seeHelp = 'see millrace --help'

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
      // What is wrong is thrown too, and told where everything that is thrown is.
      outputError: () => {},
      getOutHelpWidth: () => columnsOf(io.stdout, io.env),
    })
    .exitOverride()
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['millrace tools', 'what there is, and what happens when it is called'],
        ['millrace call grep pattern=TODO', 'one call on this folder, shown as a card'],
        ["millrace call glob pattern='*' --json", 'the same for a script: one JSON object'],
      ),
    )
}

/** Runs where no command is named, and hears of a name that is no command. */
function addOverview(program: Command, io: Io, open: OpenWorkspace): void {
  program
    .command('overview', { isDefault: true, hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words: readonly string[], _options: CommonOptions, command: Command) => {
      const [word] = words
      if (word !== undefined) throw await unknownWord(word, program, io)
      const { cwd, color } = command.optsWithGlobals<CommonOptions>()
      const { overview } = await import('./overview.ts')
      await overview({ folder: folderOf(io, cwd), colour: color }, io, open)
    })
}

async function unknownWord(word: string, program: Command, io: Io): Promise<UsageError> {
  const [{ meant }, { builtinTools }] = await Promise.all([
    import('./meant.ts'),
    import('./builtin-tools.ts'),
  ])
  if (word.startsWith('-')) {
    const [written = word] = word.split('=')
    const options = program.createHelp().visibleOptions(program)
    const known = options.flatMap(({ long }) => (long === undefined ? [] : [long]))
    return new UsageError(`unknown option "${written}"`, [...meant(written, known), seeHelp])
  }
  const message = `unknown command "${word}"`
  if (builtinTools(io.env).some(({ name }) => name === word))
    return new UsageError(message, [`a tool is called by: millrace call ${word} …`, seeHelp])
  return new UsageError(message, [...meant(word, commandNames(program)), seeHelp])
}

function commandNames(program: Command): string[] {
  return shownCommands(program).map((command) => command.name())
}

function shownCommands(program: Command): readonly Command[] {
  return program.createHelp().visibleCommands(program)
}

function addTools(program: Command, io: Io, open: OpenWorkspace): void {
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
    .action(async (name: string | undefined, _options: ToolsOptions, command: Command) => {
      const { json, output, color, cwd } = command.optsWithGlobals<ToolsOptions>()
      await withWorkspace(open, io, folderOf(io, cwd), async (workspace) => {
        const { list } = await import('./tools/list.ts')
        list({ name, asJson: json === true || output === 'json', colour: color }, workspace, io)
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
      const { json, output, color, cwd, args, expand, ...answers } = command.optsWithGlobals<CallOptions>()
      const [{ call }, { withStatusArea }] = await Promise.all([
        import('./call/call.ts'),
        import('./live/with-status-area.ts'),
      ])
      const own = withStatusArea(io)
      await withWorkspace(open, own, folderOf(io, cwd), async (workspace) => {
        const asJson = json === true || output === 'json'
        ended(
          await call(
            { tool, words, json: args, asJson, expand: expand === true, colour: color, answers },
            workspace,
            own,
          ),
        )
      })
    })
}

function addHelp(program: Command, io: Io, open: OpenWorkspace): void {
  program
    .command('help')
    .description('Show help for a command or a tool.')
    .argument('[name]', 'the name of a command or a tool')
    .addHelpText(
      'after',
      examples(
        ['millrace help', 'all commands and options'],
        ['millrace help call', 'one command'],
        ['millrace help grep', 'one tool: what it does, what it takes, and a call to try'],
      ),
    )
    .action(async (name: string | undefined, _options: CommonOptions, command: Command) => {
      const known = shownCommands(program).find((each) => each.name() === name)
      if (name === undefined || known?.name() === 'help') return program.outputHelp()
      if (known !== undefined) return known.outputHelp()
      const { color, cwd } = command.optsWithGlobals<CommonOptions>()
      return withWorkspace(open, io, folderOf(io, cwd), async (workspace) => {
        const [{ list }, { meant }, { switchedOnBy }] = await Promise.all([
          import('./tools/list.ts'),
          import('./meant.ts'),
          import('./tools/notes.ts'),
        ])
        const tools = workspace.tools.schemas(workspace.agent).map((tool) => tool.name)
        if (tools.includes(name)) return list({ name, asJson: false, colour: color }, workspace, io)
        const switched = switchedOnBy(name)
        if (switched !== undefined) throw new UsageError(`the tool "${name}" is not switched on`, [switched])
        const hints = [...meant(name, [...commandNames(program), ...tools]), seeHelp]
        throw new UsageError(`no command or tool is called "${name}"`, hints)
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
  0 done (a command of bash that ends badly is data: --json | jq .value.exitCode),
  1 internal error, 2 wrong usage, arguments or tool name, 3 the tool failed,
  4 denied, 130 interrupted
`
