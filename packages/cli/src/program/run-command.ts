import type { Command } from 'commander'
import { runtimeNames } from '../code/runtime-names.ts'
import { toolModes } from '../config/choices.ts'
import { UsageError } from '../usage-error.ts'
import { folderOf } from '../with-workspace.ts'
import { asksForJson, type RunOptions, type Surroundings } from './command-options.ts'
import { examples } from './help-text.ts'
import { limitsOf, withLimitFlags } from './limit-flags.ts'
import { sessionChoice } from './session-choice.ts'
import { withSettingsFlags } from './settings-flags.ts'

/** Adds `millrace run`. */
export function addRun(program: Command, around: Surroundings): void {
  const command = program.command('run')
  const output = command.createOption('-o, --output <format>', 'the same as --json')
  const mode = command.createOption(
    '--mode <mode>',
    'how it calls tools: one by one, by programs alone, or both',
  )
  const runtime = command.createOption('--runtime <name>', 'where its programs run (default: "worker")')
  withLimitFlags(withSettingsFlags(command))
    .description('Give a prompt to an agent that works in this folder with its tools.')
    .argument(
      '[prompt...]',
      'what it is to do; - at the end reads it, or more of it, from the standard input',
    )
    .option('--json', "print the lines of the session's log as they are written")
    .addOption(output.choices(['json', 'stream-json']))
    .option('--model <name>', 'the model that answers: provider/model, or a name of the provider')
    .addOption(mode.choices(toolModes))
    .addOption(runtime.choices(runtimeNames))
    .option('--continue', 'go on with the latest session of an agent in this folder')
    .option('--resume <id>', 'go on with this session; the first digits of its id do')
    .option('--no-session', 'keep no session')
    .option('--expand', 'show everything instead of folded cards')
    .option('--approve-all', 'answer yes to every question: calls run without one')
    .option('--approve-reads', 'run only what changes nothing, and ask nobody')
    .option('--deny-all', 'answer no to every question')
    .option(
      '--demo',
      'a turn with fixed replies and real tools in a scratch copy of a small project; needs no key',
    )
    .option('--keep-scratch', 'leave the scratch copy of the demo where it is')
    .addHelpText(
      'after',
      examples(
        ['millrace run "why does npm test fail?"', 'with the model of your key'],
        [
          'millrace run --mode code "which files have no test?"',
          'the model writes programs that call the tools',
        ],
        ['git diff | millrace run "review this" - --approve-reads --json', 'for a script'],
      ) + exitStatuses,
    )
    .action(async (words: readonly string[], _options: RunOptions, own: Command) =>
      around.ended(await run(words, own.optsWithGlobals<RunOptions>(), around)),
    )
}

async function run(words: readonly string[], options: RunOptions, around: Surroundings): Promise<number> {
  const { io, open, openModel } = around
  const {
    cwd,
    expand = false,
    color: colour,
    session: isKept = true,
    keepScratch: keepsScratch = false,
  } = options
  const {
    model,
    mode,
    runtime,
    permissionMode,
    sandbox,
    approveAll = false,
    approveReads = false,
    denyAll = false,
  } = options
  const session = sessionChoice(options)
  const request = {
    folder: folderOf(io, cwd),
    isKept,
    asJson: asksForJson(options),
    expand,
    colour,
    answers: { approveAll, approveReads, denyAll },
    flags: { permissionMode, sandbox, mode, model, limits: limitsOf(options) },
    mode,
    runtime,
  }
  if (options.demo === true) {
    if (words.length > 0 || session.kind !== 'new' || model !== undefined)
      throw new UsageError(
        'the demo has a prompt, a model and a session of its own, so it takes none of them',
      )
    const { playDemo } = await import('../demo/play-demo.ts')
    return playDemo({ ...request, keepsScratch, hasNoKey: false }, io, open)
  }
  if (keepsScratch)
    throw new UsageError('only the demo has a scratch copy: millrace run --demo --keep-scratch')
  const { answerPrompt } = await import('../run/answer-prompt.ts')
  return answerPrompt({ ...request, words, session }, { io, open, openModel })
}

const exitStatuses = `
Exit status:
  0 done, 1 internal error, or the log cannot be written, 2 wrong usage or settings, 4 the turn was denied,
  5 no model, or it gave no answer, 6 a limit was reached, 130 interrupted
`
