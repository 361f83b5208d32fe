import { Option, type Command } from 'commander'
import { runtimeNames } from '../code/runtime-names.ts'
import { folderOf } from '../with-workspace.ts'
import { UsageError } from '../usage-error.ts'
import type { CommonOptions, Surroundings } from './command-options.ts'
import type { AnswerFlags } from '../ask/answer-flags.ts'
import type { RuntimeName } from '../code/runtime-names.ts'
import type { ServeRequest } from '../serve/serve.ts'
import { examples } from './help-text.ts'
import { withSettingsFlags } from './settings-flags.ts'

interface McpServeOptions extends CommonOptions, AnswerFlags {
  readonly code?: boolean
  readonly codeOnly?: boolean
  readonly runtime?: RuntimeName
  readonly search?: boolean
  readonly tools?: string
  readonly structured: boolean
  readonly session: boolean
  readonly permissionMode?: string
  readonly sandbox?: string
}

/** Adds `millrace mcp serve`. */
export function addMcpServe(mcp: Command, { io, open, ended }: Surroundings): void {
  withSettingsFlags(mcp.command('serve'))
    .description('Serve the tools of this folder to any agent that speaks the Model Context Protocol.')
    .option('--tools <names>', 'serve only these tools, with commas between them')
    .option('--code', 'let the agent write programs that call the tools, too')
    .option('--code-only', 'serve nothing but the tool that runs programs')
    .addOption(new Option('--runtime <name>', 'where programs run (default: "worker")').choices(runtimeNames))
    .option('--search', 'list only some of many tools, with one that finds the others')
    .option('--no-structured', 'leave out output schemas and values: results are what models read')
    .option('--no-session', 'keep no session of the calls')
    .option('--approve-all', 'answer yes to every question: calls run without one')
    .option('--approve-reads', 'run only what changes nothing, and ask nobody')
    .option('--deny-all', 'answer no to every question')
    .addHelpText(
      'after',
      examples(
        ['millrace mcp serve --tools read,grep,glob', 'three tools, on the standard streams'],
        ['millrace mcp serve --code', 'the agent may write programs that call the tools'],
      ),
    )
    .action(async (_options: McpServeOptions, command: Command) => {
      const options = command.optsWithGlobals<McpServeOptions>()
      const { serveStandardStreams } = await import('../serve/serve.ts')
      ended(await serveStandardStreams(requestOf(options, folderOf(io, options.cwd)), io, open))
    })
}

function requestOf(options: McpServeOptions, folder: string): ServeRequest {
  const { code = false, codeOnly = false, runtime, search = false, structured, session } = options
  const { permissionMode, sandbox, approveAll = false, approveReads = false, denyAll = false } = options
  if (code && codeOnly)
    throw new UsageError('--code and --code-only contradict each other', ['give one of them'])
  if (runtime !== undefined && !code && !codeOnly)
    throw new UsageError('--runtime is for programs, and none are served', ['add --code'])
  return {
    folder,
    mode: codeOnly ? 'code' : code ? 'both' : 'native',
    isSearched: search,
    only: options.tools === undefined ? undefined : namesIn(options.tools),
    structured,
    isKept: session,
    answers: { approveAll, approveReads, denyAll },
    flags: { permissionMode, sandbox },
    runtime,
  }
}

function namesIn(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim())
  if (names.includes(''))
    throw new UsageError(`--tools "${list}" names no tool where it is empty`, [
      'for example: --tools read,grep',
    ])
  return names
}
