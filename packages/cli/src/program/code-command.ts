import type { Command } from 'commander'
import { runtimeNames } from '../code/runtime-names.ts'
import { folderOf } from '../with-workspace.ts'
import { asksForJson, type CodeOptions, type Surroundings } from './command-options.ts'
import { examples, withJson } from './help-text.ts'
import { programLimitsOf, withProgramLimitFlags } from './program-limit-flags.ts'
import { sessionChoice } from './session-choice.ts'
import { withSettingsFlags } from './settings-flags.ts'

/** Adds `millrace code`. */
export function addCode(program: Command, { io, open, ended }: Surroundings): void {
  const command = withJson(program.command('code'), 'print one JSON object instead of the value')
  const runtime = command.createOption('--runtime <name>', 'where the program runs (default: "worker")')
  withProgramLimitFlags(withSettingsFlags(command))
    .description(
      'Run a TypeScript program that calls the tools of this folder, and show the tree of its calls.',
    )
    .argument('[program...]', 'a file, - for the standard input, or the program itself in one word')
    .addOption(runtime.choices(runtimeNames))
    .option('--continue', 'go on with the latest program that was cut off in this folder')
    .option('--resume <id>', 'go on with the program of this session; the first digits of its id do')
    .option('--no-session', 'keep no session, so that it cannot go on after a crash')
    .option('--expand', 'show everything instead of the folded card')
    .option('--approve-all', 'answer yes to every question: calls run without one')
    .option('--approve-reads', 'run only what changes nothing, and ask nobody')
    .option('--deny-all', 'answer no to every question')
    .addHelpText(
      'after',
      examples(
        [
          `millrace code 'return (await tools.glob({ pattern: "**/*.ts" })).paths.length'`,
          'the value, and the tree of calls',
        ],
        ['millrace code count.ts --json | jq .result', 'a file, for a script'],
        ['millrace code - --runtime inline --cpu 500ms < count.ts', 'the standard input, within a limit'],
      ) + exitStatuses,
    )
    .action(async (words: readonly string[], _options: CodeOptions, own: Command) => {
      const options = own.optsWithGlobals<CodeOptions>()
      const { approveAll = false, approveReads = false, denyAll = false } = options
      const { cwd, runtime: name, permissionMode, sandbox, expand = false, session = true } = options
      const request = {
        words,
        folder: folderOf(io, cwd),
        session: sessionChoice(options),
        isKept: session,
        shows: asksForJson(options) ? ('json' as const) : ('value' as const),
        expand,
        colour: options.color,
        answers: { approveAll, approveReads, denyAll },
        flags: { permissionMode, sandbox },
        runtime: name,
        limits: programLimitsOf(options),
      }
      const { runCode } = await import('../code/run-code.ts')
      ended(await runCode(request, io, open))
    })
}

const exitStatuses = `
The program is the body of an async function: await tools.NAME({ … }) calls a tool, console.log prints, and what it
returns is the result. The tools and their types: millrace tools --sdk typescript

Exit status:
  0 it returned, 1 internal error, or the log cannot be written, 2 wrong usage or settings, 3 it failed,
  4 it ended on a denial, 6 on a limit, 130 interrupted
`
