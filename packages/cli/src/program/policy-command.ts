import type { Command } from 'commander'
import type { SandboxMode } from '@millrace/host'
import type { PermissionMode } from '@millrace/policies/permissions'
import { permissionModes, sandboxChoices } from '../config/choices.ts'
import { UsageError } from '../usage-error.ts'
import { folderOf } from '../with-workspace.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { commandNames, examples, withJson } from './help-text.ts'

interface PolicyOptions extends JsonOptions {
  readonly session?: string
  readonly rules: string
  readonly mode?: PermissionMode
  readonly sandbox?: SandboxMode
  readonly failOnChange?: boolean
}

/** Adds `millrace policy`. */
export function addPolicy(program: Command, around: Surroundings): void {
  const policy = program
    .command('policy')
    .description('Try rules on the calls of a session that was recorded.')
    .usage('replay --rules FILE')
    .argument('[what]', 'replay')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['millrace policy replay --rules millrace.jsonc', 'on the newest session of this folder'],
        ['millrace policy replay --session 7f3a --rules stricter.jsonc', 'on another one'],
        ['millrace policy replay --rules new.jsonc --mode plan --json', 'for a script'],
      ),
    )
  policy.action(async (word: string | undefined) => {
    const { meant } = await import('../meant.ts')
    const problem = word === undefined ? 'which part of policy is meant?' : `unknown command "policy ${word}"`
    const near = word === undefined ? [] : meant(word, commandNames(policy))
    throw new UsageError(problem, [...near, 'for example: millrace policy replay --rules millrace.jsonc'])
  })
  addReplayOf(policy, around)
}

function addReplayOf(policy: Command, { io, open, ended }: Surroundings): void {
  const command = withJson(policy.command('replay'), 'print one JSON object')
  const mode = command.createOption('--mode <mode>', 'what happens where no rule decides')
  const sandbox = command.createOption(
    '--sandbox <choice>',
    'judge commands as in a full sandbox (required), as without one (off), or as the session tells (auto)',
  )
  command
    .description('Say what rules would have done with each call of a session. Nothing runs.')
    .requiredOption('--rules <file>', 'a settings file, or one with the lists allow, ask and deny alone')
    .option('--session <id>', 'the first digits of its id (default: the newest of this folder)')
    .addOption(mode.choices(permissionModes))
    .addOption(sandbox.choices(sandboxChoices))
    .option('--fail-on-change', 'end with status 3 where something would differ')
    .addHelpText(
      'after',
      examples(
        ['millrace policy replay --session 7f3a --rules millrace.jsonc', 'a table: was, and would be'],
        ['millrace policy replay --rules ci.jsonc --fail-on-change', 'for continuous integration'],
        ['millrace policy replay --rules new.jsonc --json', 'for a script'],
      ),
    )
    .action(async (_options: PolicyOptions, own: Command) => {
      const options = own.optsWithGlobals<PolicyOptions>()
      const { replayPolicy } = await import('../policy/replay-policy.ts')
      const { session = 'latest', rules, cwd, failOnChange = false, color: colour } = options
      const asJson = asksForJson(options)
      const { mode: chosen, sandbox: kept } = options
      const request = { session, rules, mode: chosen, sandbox: kept, failOnChange, asJson, colour }
      ended(await replayPolicy({ ...request, folder: folderOf(io, cwd) }, io, open))
    })
}
