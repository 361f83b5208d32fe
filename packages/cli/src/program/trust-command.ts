import { resolve } from 'node:path'
import type { Command } from 'commander'
import { asUsage, folderOf } from '../with-workspace.ts'
import { UsageError } from '../usage-error.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { examples, withJson } from './help-text.ts'

interface TrustOptions extends JsonOptions {
  readonly revoke?: boolean
  readonly list?: boolean
  readonly yes?: boolean
}

/** Adds `millrace trust`. */
export function addTrust(program: Command, { io, ended }: Surroundings): void {
  withJson(program.command('trust'), 'print one JSON object')
    .description("Show what a folder's own settings would grant and run, and let them once you say yes.")
    .argument('[folder]', 'the folder (default: the one that calls work in)')
    .option('--yes', 'do not ask: the settings are known and trusted')
    .option('--revoke', 'trust the folder no more')
    .option('--list', 'show the folders that are trusted')
    .addHelpText(
      'after',
      examples(
        ['millrace trust', 'shows what this folder asks for, then asks'],
        ['millrace trust --list', 'all folders that are trusted'],
        ['millrace trust --revoke', 'takes the trust in this folder back'],
      ),
    )
    .action(async (named: string | undefined, _options: TrustOptions, command: Command) => {
      const options = command.optsWithGlobals<TrustOptions>()
      const { revoke = false, list = false, yes = false, cwd, color } = options
      if (Number(revoke) + Number(list) + Number(yes) > 1)
        throw new UsageError('--yes, --revoke and --list contradict each other', ['give one of them'])
      const here = folderOf(io, cwd)
      const folder = named === undefined ? here : resolve(here, named)
      const { trust } = await import('../trust/trust.ts')
      const what = revoke ? 'revoke' : list ? 'list' : yes ? 'trust' : 'ask'
      ended(await asUsage(() => trust({ what, folder, asJson: asksForJson(options), colour: color }, io)))
    })
}
