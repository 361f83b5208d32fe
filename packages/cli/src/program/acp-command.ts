import { resolve } from 'node:path'
import type { Command } from 'commander'
import { runtimeNames } from '../code/runtime-names.ts'
import { toolModes } from '../config/choices.ts'
import { UsageError } from '../usage-error.ts'
import type { AcpOptions, Surroundings } from './command-options.ts'
import { examples } from './help-text.ts'
import { limitsOf, withLimitFlags } from './limit-flags.ts'
import { withSettingsFlags } from './settings-flags.ts'

/** Adds `millrace acp`. */
export function addAcp(program: Command, around: Surroundings): void {
  const command = program.command('acp')
  const mode = command.createOption(
    '--mode <mode>',
    'how agents call tools: one by one, by programs alone, or both',
  )
  const runtime = command.createOption('--runtime <name>', 'where their programs run (default: "worker")')
  withLimitFlags(withSettingsFlags(command))
    .description('Serve an editor that speaks the Agent Client Protocol, over standard input and output.')
    .option('--model <name>', 'the model that answers: provider/model, or a name of the provider')
    .addOption(mode.choices(toolModes))
    .addOption(runtime.choices(runtimeNames))
    .option('--allow-bypass', 'let the editor choose the mode that asks nobody')
    .option('--script <file>', 'take the answers of the model from a file, to try an editor without a key')
    .option('--print-config', 'print what to paste into the settings of editors')
    .addHelpText(
      'after',
      examples(
        ['millrace acp --print-config', 'for Zed, JetBrains IDEs, Neovim, Emacs and acpx'],
        ['millrace acp --permission-mode plan', 'sessions begin in the mode that changes nothing'],
      ),
    )
    .action(async (_options: AcpOptions, own: Command) =>
      around.ended(await acp(own.optsWithGlobals<AcpOptions>(), around)),
    )
}

async function acp(options: AcpOptions, { io, open, openModel }: Surroundings): Promise<number> {
  const { model, mode, runtime, permissionMode, sandbox, script, cwd, allowBypass = false } = options
  if (cwd !== undefined)
    throw new UsageError('an editor names the folder of each session, so acp takes no --cwd')
  if (options.printConfig === true) {
    const { printEditorConfig } = await import('../acp/print-editor-config.ts')
    return printEditorConfig(io)
  }
  if (script !== undefined && model !== undefined)
    throw new UsageError('a script answers in the place of a model, so give --script or --model')
  const { serveEditor } = await import('../acp/serve-editor.ts')
  const asked = script === undefined ? openModel : await modelOf(script, io.cwd)
  const flags = { permissionMode, sandbox, mode, model, limits: limitsOf(options) }
  const allowsBypass = allowBypass || permissionMode === 'bypass'
  return serveEditor({ open, openModel: asked, flags, runtime, allowsBypass }, io)
}

async function modelOf(script: string, cwd: string): Promise<Surroundings['openModel']> {
  const { modelOfScript } = await import('../acp/script-model.ts')
  return modelOfScript(resolve(cwd, script))
}
