import type { Command } from 'commander'
import { UsageError } from '../usage-error.ts'
import { folderOf } from '../with-workspace.ts'
import { asksForJson, type CommonOptions, type JsonOptions, type Surroundings } from './command-options.ts'
import { commandNames, examples, withJson } from './help-text.ts'

interface ListOptions extends JsonOptions {
  readonly all?: boolean
}

interface ExportOptions extends CommonOptions {
  readonly html?: boolean
  readonly markdown?: boolean
  readonly output?: string
  readonly force?: boolean
}

interface RemoveOptions extends JsonOptions {
  readonly yes?: boolean
}

/** Adds `millrace sessions`. */
export function addSessions(program: Command, around: Surroundings): void {
  // Without the short form: options of this command count behind its parts, too, and there -o may name a file.
  const sessions = withAll(program.command('sessions').option('--json', 'print one JSON array'))
    .description('Look at the sessions of agents: list, search, show, export or remove them.')
    .usage('list | search WORDS | show ID | export ID | remove ID')
    .argument('[what]', 'list, unless another one is named')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['millrace sessions', 'those of this folder, the latest first'],
        ['millrace sessions search "npm test"', 'where these words were said'],
        ['millrace sessions export latest -o session.html', 'one page that needs nothing else'],
      ),
    )
  sessions.action(async (word: string | undefined, _options: ListOptions, command: Command) => {
    if (word !== undefined) throw await unknownPart(word, sessions)
    await list(command.optsWithGlobals<ListOptions>(), around)
  })
  addList(sessions, around)
  addSearch(sessions, around)
  addShow(sessions, around)
  addExport(sessions, around)
  addRemove(sessions, around)
}

function withAll(command: Command): Command {
  return command.option('--all', 'those of all folders')
}

async function unknownPart(word: string, sessions: Command): Promise<UsageError> {
  const { meant } = await import('../meant.ts')
  const near = meant(word, commandNames(sessions))
  return new UsageError(`unknown command "sessions ${word}"`, [...near, 'see millrace help sessions'])
}

async function list(options: ListOptions, { io }: Surroundings): Promise<void> {
  const { listSessions } = await import('../sessions/list-sessions.ts')
  const { all = false, cwd, color: colour } = options
  await listSessions({ folder: folderOf(io, cwd), all, asJson: asksForJson(options), colour }, io)
}

function addList(sessions: Command, around: Surroundings): void {
  withAll(withJson(sessions.command('list'), 'print one JSON array'))
    .description(
      'List sessions, the latest first: when, how their calls went, how they ended, what they are about.',
    )
    .addHelpText(
      'after',
      examples(
        ['millrace sessions list', 'those of this folder'],
        ['millrace sessions list --all', 'those of all folders'],
        ['millrace sessions list --json', 'for a script'],
      ),
    )
    .action((_options: ListOptions, command: Command) => list(command.optsWithGlobals<ListOptions>(), around))
}

function addSearch(sessions: Command, { io }: Surroundings): void {
  withAll(withJson(sessions.command('search'), 'print one JSON array'))
    .description('Find words in what people, models and tools said; capitals do not matter.')
    .argument('<words...>', 'as they stand there, one behind the other')
    .addHelpText(
      'after',
      examples(
        ['millrace sessions search npm test', 'in the sessions of this folder'],
        ['millrace sessions search "npm test" --all', 'in those of all folders'],
        ['millrace sessions search TODO --json', 'for a script'],
      ),
    )
    .action(async (words: readonly string[], _options: ListOptions, command: Command) => {
      const options = command.optsWithGlobals<ListOptions>()
      const { searchSessions } = await import('../sessions/search-sessions.ts')
      const { all = false, cwd, color: colour } = options
      const request = { words, folder: folderOf(io, cwd), all, asJson: asksForJson(options), colour }
      await searchSessions(request, io)
    })
}

function addShow(sessions: Command, { io }: Surroundings): void {
  withJson(sessions.command('show'), 'print one JSON object')
    .description('Tell all that is known of a session as a whole, and how it goes on.')
    .argument('<id>', 'the first digits of its id, or latest')
    .addHelpText(
      'after',
      examples(
        ['millrace sessions show latest', 'the newest one of this folder'],
        ['millrace sessions show 7f3a', 'by the first digits of its id'],
        ['millrace sessions show 7f3a --json', 'for a script'],
      ),
    )
    .action(async (wanted: string, _options: JsonOptions, command: Command) => {
      const options = command.optsWithGlobals<JsonOptions>()
      const { showSession } = await import('../sessions/show-session.ts')
      const { cwd, color: colour } = options
      await showSession({ wanted, folder: folderOf(io, cwd), asJson: asksForJson(options), colour }, io)
    })
}

function addExport(sessions: Command, { io, open }: Surroundings): void {
  sessions
    .command('export')
    .description('Write a session as one document: a page without scripts, or Markdown.')
    .argument('<id>', 'the first digits of its id, or latest')
    .option('--html', 'one HTML page that needs nothing else')
    .option('--markdown', 'one Markdown document')
    .option('-o, --output <file>', 'where it goes; to the standard output without it')
    .option('--force', 'write over a file of this name')
    .addHelpText(
      'after',
      examples(
        ['millrace sessions export latest -o session.html', 'a page'],
        ['millrace sessions export 7f3a --markdown', 'Markdown on the standard output'],
        ['millrace sessions export 7f3a -o session.md --force', 'over the one of yesterday'],
      ),
    )
    .action(async (wanted: string, _options: ExportOptions, command: Command) => {
      const {
        html = false,
        markdown = false,
        force = false,
        output,
        cwd,
      } = command.optsWithGlobals<ExportOptions>()
      if (html && markdown)
        throw new UsageError('--html and --markdown contradict each other', ['give one of them'])
      if (output === '') throw new UsageError('--output "" names no file')
      if (force && output === undefined)
        throw new UsageError('--force writes over a file, and none is named', ['-o FILE names it'])
      const { exportSession } = await import('../sessions/export-session.ts')
      const form = html ? 'html' : markdown ? 'markdown' : undefined
      await exportSession({ wanted, folder: folderOf(io, cwd), form, file: output, force }, io, open)
    })
}

function addRemove(sessions: Command, { io, ended }: Surroundings): void {
  withJson(sessions.command('remove'), 'print one JSON object')
    .description('Remove a session for good, after a yes.')
    .argument('<id>', 'the first digits of its id, or latest')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      examples(
        ['millrace sessions remove 7f3a', 'asks first'],
        ['millrace sessions remove 7f3a --yes', 'does not ask'],
        ['millrace sessions remove 7f3a --yes --json', 'for a script'],
      ),
    )
    .action(async (wanted: string, _options: RemoveOptions, command: Command) => {
      const options = command.optsWithGlobals<RemoveOptions>()
      const { removeSession } = await import('../sessions/remove-session.ts')
      const { yes = false, cwd, color: colour } = options
      const request = { wanted, folder: folderOf(io, cwd), yes, asJson: asksForJson(options), colour }
      ended(await removeSession(request, io))
    })
}
