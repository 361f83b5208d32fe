import type { Command } from 'commander'
import { runtimeNames } from '../code/runtime-names.ts'
import { toolModes } from '../config/choices.ts'
import { UsageError } from '../usage-error.ts'
import { folderOf } from '../with-workspace.ts'
import type { Surroundings, WebOptions } from './command-options.ts'
import { examples } from './help-text.ts'
import { limitsOf, withLimitFlags } from './limit-flags.ts'
import { portIn } from './port-in.ts'
import { withSettingsFlags } from './settings-flags.ts'
import { secondsIn } from './time-in.ts'

/** Adds `millrace web`. */
export function addWeb(program: Command, around: Surroundings): void {
  const command = program.command('web')
  const mode = command.createOption(
    '--mode <mode>',
    'how agents call tools: one by one, by programs alone, or both',
  )
  const runtime = command.createOption('--runtime <name>', 'where their programs run (default: "worker")')
  withLimitFlags(withSettingsFlags(command))
    .description('The workbench in a browser: sessions as they run, questions, tools, servers and rules.')
    .option('--port <number>', 'the port of this machine (default: a free one)')
    .option(
      '--open [session]',
      'open it in your browser; with the first digits of a session, or latest, that one',
    )
    .option('--demo', 'play the demo in the page: fixed replies, real tools in a scratch copy; needs no key')
    .option('--model <name>', 'the model that answers: provider/model, or a name of the provider')
    .addOption(mode.choices(toolModes))
    .addOption(runtime.choices(runtimeNames))
    .option('--allow-bypass', 'let the page choose the mode that asks nobody')
    .option(
      '--answer-timeout <time>',
      'after which a question is denied while no page is open and nobody sits at the terminal (default: 5m)',
    )
    .addHelpText(
      'after',
      examples(
        ['millrace web --open', 'in your browser; the address has a secret and serves this machine alone'],
        ['millrace web --open latest', 'with the session that ran last'],
        ['millrace web --demo --open', 'a whole agent turn that asks you, no key needed'],
      ),
    )
    .action(async (_options: WebOptions, own: Command) =>
      around.ended(await web(own.optsWithGlobals<WebOptions>(), around)),
    )
}

async function web(options: WebOptions, { io, open, openModel }: Surroundings): Promise<number> {
  const {
    cwd,
    model,
    mode,
    runtime,
    permissionMode,
    sandbox,
    port,
    demo = false,
    allowBypass = false,
  } = options
  const { open: opening, answerTimeout = '5m', color: colour } = options
  const request = {
    folder: folderOf(io, cwd),
    port: port === undefined ? 0 : portIn('--port', port, 1),
    opens: opening !== undefined,
    session: typeof opening === 'string' ? opening : undefined,
    demo,
    flags: { permissionMode, sandbox, mode, model, limits: limitsOf(options) },
    runtime,
    allowsBypass: allowBypass || permissionMode === 'bypass',
    patienceMs: patienceOf(answerTimeout),
    colour,
  }
  const { serveWorkbench } = await import('../web/serve-workbench.ts')
  return serveWorkbench(request, { io, open, openModel })
}

/** Timers of the runtime count no further. */
const mostSeconds = 7 * 24 * 3600

function patienceOf(text: string): number {
  const seconds = secondsIn(text)
  if (seconds > 0 && seconds <= mostSeconds) return Math.ceil(seconds * 1000)
  throw new UsageError(`--answer-timeout "${text}": expected a time such as 90s, 10m or 1h, at most 168h`)
}
