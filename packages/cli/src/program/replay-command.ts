import type { Command } from 'commander'
import { UsageError } from '../usage-error.ts'
import { folderOf } from '../with-workspace.ts'
import type { ReplayRequest } from '../replay/replay-session.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { examples } from './help-text.ts'

interface ReplayOptions extends JsonOptions {
  readonly speed?: string
  readonly expand?: boolean
  readonly failures?: boolean
  readonly markdown?: boolean
}

/** Adds `millrace replay`. */
export function addReplay(program: Command, { io, open }: Surroundings): void {
  const command = program.command('replay')
  const output = command.createOption('-o, --output <format>', 'the same as --json')
  command
    .description('Show a session again, as it was when it ran. Nothing runs.')
    .argument('[id]', 'the first digits of its id, or latest')
    .option('--speed <factor>', 'in the time that it took: 1, or faster: 4; at once without it')
    .option('--json', "print the lines of the session's log")
    .addOption(output.choices(['json', 'stream-json']))
    .option('--markdown', 'print one Markdown document')
    .option('--failures', 'show only what failed, was denied or was cancelled')
    .option('--expand', 'show everything instead of folded cards')
    .addHelpText(
      'after',
      examples(
        ['millrace replay latest', 'the newest session of this folder, at once'],
        ['millrace replay 7f3a --speed 4', 'four times as fast as it was'],
        [
          'millrace replay 7f3a --json | jq -c \'select(.type=="tool/result" and .data.isError)\'',
          'for a script',
        ],
      ),
    )
    .action(async (wanted: string | undefined, _options: ReplayOptions, own: Command) => {
      const options = own.optsWithGlobals<ReplayOptions>()
      const { replaySession } = await import('../replay/replay-session.ts')
      await replaySession(requestOf(wanted ?? 'latest', options, folderOf(io, options.cwd)), io, open)
    })
}

function requestOf(wanted: string, options: ReplayOptions, folder: string): ReplayRequest {
  const { failures = false, markdown = false, expand = false, speed, color: colour } = options
  const asJson = asksForJson(options)
  const given = [
    ...(asJson ? ['--json'] : []),
    ...(markdown ? ['--markdown'] : []),
    ...(failures ? ['--failures'] : []),
  ]
  if (given.length > 1)
    throw new UsageError(`${given.join(' and ')} contradict each other`, ['give one of them'])
  if (speed !== undefined && (markdown || failures))
    throw new UsageError(`${given.join()} is shown at once, so it has no speed`, ['leave --speed out'])
  const form = asJson ? 'json' : markdown ? 'markdown' : failures ? 'failures' : 'cards'
  return { wanted, folder, form, speed: speedOf(speed), expand, colour }
}

function speedOf(text: string | undefined): number {
  if (text === undefined) return Infinity
  const speed = /^\d{1,6}(?:\.\d{1,6})?x?$/.test(text) ? Number.parseFloat(text) : 0
  if (speed > 0) return speed
  throw new UsageError(`--speed "${text}" is no factor`, [
    'for example: --speed 1 as it was, --speed 4 four times as fast; at once without it',
  ])
}
