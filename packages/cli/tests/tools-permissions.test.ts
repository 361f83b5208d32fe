import { describe, expect, test } from 'vitest'
import { builtinTools, usualOutcome } from '../src/builtin-tools.ts'
import type { Io } from '../src/io.ts'
import { listedTools } from '../src/tools/listed.ts'
import { openWorkspace } from '../src/workspace.ts'
import { json, millrace } from './millrace.ts'
import { person } from './person.ts'
import { place, settings, settingsIn } from './settings.ts'

const user = '~/.config/millrace/millrace.jsonc'

/** What the table says of tools, where somebody can be asked. */
async function told(permissions: object, env: Io['env'] = {}): Promise<Record<string, string>> {
  const at = place({ [user]: settings({ permissions }) })
  const options = { ...person(), cwd: at.project, env: { ...at.env, NO_COLOR: '1', ...env }, columns: 120 }
  const rows = (await millrace(['tools'], options)).out().split('\n')
  const cells = rows.map((row) => row.split(/ {2,}/))
  return Object.fromEntries(cells.flatMap(([name, , word]) => (word === undefined ? [] : [[name, word]])))
}

describe('what millrace tools says that happens', () => {
  test('follows rules about all calls of a tool', async () => {
    expect(
      await told({ allow: ['edit', 'WebFetch'], ask: ['grep', 'Bash'], deny: ['job_stop'] }),
    ).toMatchObject({
      read: 'auto',
      edit: 'auto',
      web_fetch: 'auto',
      grep: 'ask',
      bash: 'ask',
      job_stop: 'refused',
    })
  })

  test('does not take rules about some calls for rules about all', async () => {
    const { edit, bash, read } = await told({
      allow: ['Edit(src/**)', 'Bash(npm test)'],
      deny: ['Read(.env)', 'Bash(rm *)'],
    })
    expect([edit, bash, read]).toEqual(['ask', 'auto or ask', 'auto'])
  })

  test.each([
    ['default', { edit: 'ask', write: 'ask', bash: 'auto or ask', read: 'auto' }],
    ['accept-edits', { edit: 'auto', write: 'auto', bash: 'auto or ask', web_fetch: 'ask' }],
    ['plan', { edit: 'refused', write: 'refused', bash: 'refused', read: 'auto' }],
    ['bypass', { edit: 'auto', write: 'auto', bash: 'auto', web_fetch: 'auto' }],
  ])('follows the mode %s', async (mode, words) => {
    expect(await told({ mode })).toMatchObject(words)
  })

  test('is that commands are asked about where the sandbox is off', async () => {
    expect(await told({}, { MILLRACE_SANDBOX: 'off' })).toMatchObject({ bash: 'ask' })
  })

  test('is explained below the table, with the rules that decide before', async () => {
    const at = place({ [user]: settings({ permissions: { deny: ['edit'] } }) })
    const options = { cwd: at.project, env: at.env, columns: 120 }
    const { out } = await millrace(['tools'], options)
    expect(out()).toMatch(/^refused: a rule or the mode denies all its calls$/m)
    expect(out()).toMatch(/^auto or deny: auto inside the sandbox, .*; else deny$/m)
    expect(out()).toContain('Rules about what a call touches decide before that')
    expect((await millrace(['tools'])).out()).not.toContain('Rules about')
    expect((await millrace(['help', 'edit'], options)).out()).toContain(
      'refused: a rule or the mode denies all its calls',
    )
  })

  test('keeps to three words in machine output', async () => {
    const at = place({ [user]: settings({ permissions: { deny: ['edit'] } }) })
    const options = { cwd: at.project, env: at.env }
    const permissionOf = async (name: string): Promise<unknown> => {
      const listed = json(await millrace(['tools', name, '--json'], options)) as unknown as object[]
      return (listed[0] as Record<string, unknown>)['permission']
    }
    expect(await permissionOf('read')).toBe('auto')
    expect(await permissionOf('edit')).toBe('deny')
    expect(await permissionOf('write')).toBe('deny')
    expect(await permissionOf('bash')).toBe('ask')
  })
})

test.each<Io['env']>([
  {},
  { MILLRACE_SANDBOX: 'off' },
  { MILLRACE_SANDBOX: 'required', BRAVE_API_KEY: 'k' },
  { MILLRACE_PERMISSION: 'accept-edits' },
  { MILLRACE_PERMISSION: 'plan' },
  { MILLRACE_PERMISSION: 'bypass' },
])('the overview, which loads no tools, knows the same: %j', async (env) => {
  const at = place({}, env)
  const workspace = await openWorkspace(at.project, at.env, await settingsIn(at))
  for (const isAttended of [true, false]) {
    const known = builtinTools(env).map((each) => [each.name, usualOutcome(each, env, isAttended)])
    const listed = listedTools(workspace, isAttended)
    expect(known).toEqual(listed.map(({ name, outcome }) => [name, outcome]))
  }
  await workspace.close()
})
