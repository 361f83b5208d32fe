import type { Command } from 'commander'
import { folderOf, settingsOf } from '../with-workspace.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { examples, withJson } from './help-text.ts'

interface ConfigOptions extends JsonOptions {
  readonly sources?: boolean
}

/** Adds `millrace config`. */
export function addConfig(program: Command, { io }: Surroundings): void {
  withJson(program.command('config'), 'print one JSON object')
    .description('Show the settings that count in this folder, all files and variables taken together.')
    .option('--sources', 'say of each where it comes from, and which files were looked for')
    .addHelpText(
      'after',
      examples(
        ['millrace config', 'the settings that count here'],
        ['millrace config --sources', 'the same with file and line of each'],
        ['millrace config --json', 'the same for a script: one JSON object, sources included'],
      ),
    )
    .action(async (_options: ConfigOptions, command: Command) => {
      const options = command.optsWithGlobals<ConfigOptions>()
      const settings = await settingsOf(folderOf(io, options.cwd), io, {})
      const { showConfig } = await import('../config/show-config.ts')
      const { sources = false, color } = options
      showConfig({ sources, asJson: asksForJson(options), colour: color }, settings, io)
    })
}
