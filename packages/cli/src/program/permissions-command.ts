import type { Command } from 'commander'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import { UsageError } from '../usage-error.ts'
import { folderOf, withWorkspace } from '../with-workspace.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { commandNames, examples, withJson } from './help-text.ts'
import { withSettingsFlags } from './settings-flags.ts'

interface PermissionsOptions extends JsonOptions, SettingsFlags {}

/** Adds `millrace permissions`. */
export function addPermissions(program: Command, around: Surroundings): void {
  const permissions = withJson(program.command('permissions'), 'print one JSON object')
    .description('Look at the rules: which there are, what they make of a call; and take one back.')
    .usage('list | test CALL | explain CALL | revoke ID-OR-RULE')
    .argument('[what]', 'list, unless another one is named')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['millrace permissions list', 'all rules, where they stand, and which of them never match'],
        ["millrace permissions test 'Bash(git status && curl x | sh)'", 'what would happen, part by part'],
        ["millrace permissions revoke 'Bash(npm test)'", 'takes a permission back'],
      ),
    )
  permissions.action(async (word: string | undefined, _options: PermissionsOptions, command: Command) => {
    if (word !== undefined) throw await unknownPart(word, permissions)
    await list(command.optsWithGlobals<PermissionsOptions>(), around)
  })
  addList(permissions, around)
  addTest(permissions, around, 'test', 'Say what would happen to a call, and because of which rule.')
  addTest(
    permissions,
    around,
    'explain',
    'The same with all that was looked at, and what would allow the call.',
  )
  addRevoke(permissions, around)
}

async function unknownPart(word: string, permissions: Command): Promise<UsageError> {
  const { meant } = await import('../meant.ts')
  const near = meant(word, commandNames(permissions))
  return new UsageError(`unknown command "permissions ${word}"`, [...near, 'see millrace help permissions'])
}

async function list(options: PermissionsOptions, { io, open }: Surroundings): Promise<void> {
  const { listRules } = await import('../permissions/list-rules.ts')
  await withWorkspace(
    open,
    io,
    folderOf(io, options.cwd),
    async (workspace, settings) =>
      listRules({ asJson: asksForJson(options), colour: options.color }, workspace, settings, io),
    flagsOf(options),
  )
}

function addList(permissions: Command, around: Surroundings): void {
  withSettingsFlags(withJson(permissions.command('list'), 'print one JSON object'))
    .description('List the rules with file and line, those that never match, and what was allowed for good.')
    .addHelpText(
      'after',
      examples(
        ['millrace permissions list', 'a table'],
        ['millrace permissions list --json', 'the same for a script'],
        ['millrace permissions list --cwd DIR', 'the rules of another folder'],
      ),
    )
    .action((_options: PermissionsOptions, command: Command) =>
      list(command.optsWithGlobals<PermissionsOptions>(), around),
    )
}

function addTest(
  permissions: Command,
  { io, open }: Surroundings,
  name: 'test' | 'explain',
  what: string,
): void {
  withSettingsFlags(withJson(permissions.command(name), 'print one JSON object'))
    .description(what)
    .argument('<call>', "a call in the spelling of rules: 'Bash(npm test)', 'Edit(src/a.ts)'")
    .addHelpText(
      'after',
      examples(
        [`millrace permissions ${name} 'Bash(sudo git push origin main)'`, 'a command'],
        [`millrace permissions ${name} 'Edit(src/a.ts)'`, 'a change of a file'],
        [`millrace permissions ${name} 'WebFetch(domain:example.com)' --json`, 'a page, for a script'],
      ),
    )
    .action(async (call: string, _options: PermissionsOptions, command: Command) => {
      const options = command.optsWithGlobals<PermissionsOptions>()
      await withWorkspace(
        open,
        io,
        folderOf(io, options.cwd),
        async (workspace, settings) => {
          const { testCall } = await import('../permissions/test-call.ts')
          const request = {
            call,
            isLong: name === 'explain',
            asJson: asksForJson(options),
            colour: options.color,
          }
          await testCall(request, workspace, settings, io)
        },
        flagsOf(options),
      )
    })
}

function addRevoke(permissions: Command, { io }: Surroundings): void {
  withJson(permissions.command('revoke'), 'print one JSON object')
    .description('Take a permission out of the settings: a rule, or what was allowed for good, by its id.')
    .argument('<id or rule>', 'as millrace permissions list shows it')
    .addHelpText(
      'after',
      examples(
        ["millrace permissions revoke 'Bash(npm test)'", 'a rule, wherever it is allowed'],
        ['millrace permissions revoke ID', 'one that was allowed for good, by its id'],
        ["millrace permissions revoke 'Edit(src/**)' --json", 'for a script'],
      ),
    )
    .action(async (wanted: string, _options: JsonOptions, command: Command) => {
      const options = command.optsWithGlobals<JsonOptions>()
      const { revokeRule } = await import('../permissions/revoke-rule.ts')
      await revokeRule({ wanted, folder: folderOf(io, options.cwd), asJson: asksForJson(options) }, io)
    })
}

function flagsOf({ permissionMode, sandbox }: SettingsFlags): SettingsFlags {
  return { permissionMode, sandbox }
}
