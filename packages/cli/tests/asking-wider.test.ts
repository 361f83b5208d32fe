import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import { createScope } from '@millrace/scope'
import { ToolRuntime, type Agent, type ToolDefinition } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { openWorkspace } from '../src/workspace.ts'
import type { OpenWorkspace } from '../src/with-workspace.ts'
import { folder } from './folder.ts'
import { json, millrace } from './millrace.ts'
import { person, type Act } from './person.ts'
import { tool } from './workspace.ts'

const keys = /\[1\/y\] once/
const { up, down, left, right } = { up: '\u001b[A', down: '\u001b[B', left: '\u001b[D', right: '\u001b[C' }
const { PATH = '' } = process.env

/** A folder with somebody before it, whose settings, trust and logs stay in a folder of their own. */
function desk() {
  const [cwd, home] = [folder({ 'src/a.ts': 'one\n', 'src/b.ts': 'one\n' }), folder()]
  const env = {
    NO_COLOR: '1',
    HOME: home,
    XDG_STATE_HOME: home,
    XDG_CONFIG_HOME: home,
    PATH,
    MILLRACE_SANDBOX: 'off',
  }
  const saved = (name = 'millrace.jsonc'): string => {
    const path = join(cwd, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  const ask = async (words: readonly string[], ...acts: Act[]) =>
    millrace(['call', ...words], { ...person(...acts), cwd, env, columns: 160 })
  return { cwd, home, env, saved, ask }
}

const edit = (file: string): string[] => [
  'edit',
  `path=src/${file}`,
  'edits=[{"oldText":"one","newText":"two"}]',
]

describe('for this session', () => {
  test.each(['2', 's', 'S'])('a call is allowed by %j, and nothing is saved', async (key) => {
    const { cwd, saved, ask } = desk()
    const ended = await ask(edit('a.ts'), [keys, key])
    expect([ended.status, readFileSync(join(cwd, 'src/a.ts'), 'utf8'), saved()]).toEqual([0, 'two\n', ''])
    expect(ended.err()).toContain('> this session: Edit(src/a.ts)\n')
    expect(ended.out()).toMatch(/^✓ done .* you session\n/)
  })

  test('the rule decides about every later call of the process', async () => {
    const { cwd, env } = desk()
    const workspace = await openWorkspace(cwd, env)
    const asked: string[] = []
    workspace.ctx.get('approval')?.addFrontEnd({
      name: 'test',
      ask: async ({ requestId, suggestions }) => {
        asked.push(requestId)
        return { kind: 'session', rules: suggestions.at(-1) ?? [] }
      },
    })
    const { signal } = new AbortController()
    for (const path of ['src/a.ts', 'src/b.ts']) {
      const args = { path, edits: [{ oldText: 'one', newText: 'two' }] }
      const call = { callId: path, name: 'edit', arguments: args, agent: workspace.agent, signal }
      expect((await workspace.tools.execute(call)).isError).toBe(false)
    }
    await workspace.close()
    expect(asked).toHaveLength(1)
  })
})

describe('always', () => {
  test.each(['3', 'a'])('%j saves the rule with who gave it, and it counts from then on', async (key) => {
    const { saved, ask } = desk()
    const ended = await ask(edit('a.ts'), [keys, key])
    expect([ended.status, ended.err()]).toEqual([
      0,
      expect.stringContaining('> always: Edit(src/a.ts) -> millrace.jsonc\n'),
    ])
    expect(ended.out()).toMatch(/^✓ done .* you always\n/)
    expect(saved()).toContain('Edit(src/a.ts)')
    expect(saved()).toContain('"by": "terminal"')
    expect(saved()).toContain('"toolName": "edit"')
    const again = await ask(['edit', 'path=src/a.ts', 'edits=[{"oldText":"two","newText":"3"}]'])
    expect([again.status, again.err()]).toEqual([0, ''])
    expect(again.out()).toMatch(/^✓ done .* rule\n/)
  })

  test('goes to another file, or by another rule, where the arrows say so', async () => {
    const { saved, ask } = desk()
    const ended = await ask(
      edit('a.ts'),
      [/Edit\(src\/a\.ts\) -> millrace\.jsonc/, right],
      [/Edit\(src\/a\.ts\) -> \.millrace\/local\.jsonc/, left],
      [/Edit\(src\/a\.ts\) -> millrace\.jsonc/, right],
      [/Edit\(src\/a\.ts\) -> \.millrace\/local\.jsonc/, up],
      [/always: Edit(?!\(src\/a\.ts).* -> \.millrace\/local\.jsonc/, 'a'],
    )
    const [, rule = ''] = /> always: (\S+) -> /.exec(ended.err()) ?? []
    expect([ended.status, saved()]).toEqual([0, ''])
    expect(saved('.millrace/local.jsonc')).toContain(`"${rule}"`)
    expect(rule).not.toContain('a.ts')
  })

  test('that cannot be saved counts once, with a warning', async () => {
    const { cwd, env } = desk()
    const open: OpenWorkspace = (root, environment) =>
      openWorkspace(root, environment, {
        layers: [],
        mode: 'default',
        sandbox: 'off',
        ruleFiles: [{ label: 'settings', path: '/nowhere' }],
        saveRule: () => Promise.reject(new Error('the disk is full')),
      })
    const ended = await millrace(['call', ...edit('a.ts')], { ...person([keys, 'a']), cwd, env }, open)
    expect(ended.status).toBe(0)
    expect(ended.err()).toContain('warn: the rule "Edit(src/a.ts)" is not kept, so the answer counts once')
    expect(ended.err()).toContain('the disk is full')
    expect(ended.out()).toMatch(/^✓ done .* you once\n/)
  })

  verifies(['fault:B052'], 'saves a short rule for a long command, or none, and it counts', async () => {
    const { saved, ask } = desk()
    const command = `command=cat <<'EOF'\n${'x "quoted" :*\n'.repeat(800)}EOF`
    const ended = await ask(['bash', command], [keys, 'a'])
    expect(ended.status).toBe(0)
    expect([saved().length < 600, saved().includes('quoted')]).toEqual([true, false])
    const again = await ask(['bash', command])
    expect([again.status, again.err()]).toEqual([0, ''])
  })

  test('is not offered about what is protected', async () => {
    const { ask } = desk()
    const ended = await ask(['write', 'path=.git/hooks/pre-commit', 'content=x'], [keys, 'n'])
    expect(ended.err()).toContain('protected')
    expect(ended.err()).not.toMatch(/always|this session/)
  })
})

describe('changing the rule', () => {
  const prompt = /rule -> millrace\.jsonc: [^\n]*$/

  test('begins with what is suggested, and saves what was typed', async () => {
    const { saved, ask } = desk()
    const ended = await ask(
      edit('a.ts'),
      [keys, 'e'],
      [prompt, '\u0001\u000bEdit(src/*.ts)\r'],
      [/always: Edit\(src\/\*\.ts\) -> millrace\.jsonc/, 'a'],
    )
    expect([ended.status, ended.err()]).toEqual([
      0,
      expect.stringMatching(/millrace\.jsonc: .*Edit\(src\/a\.ts\)/),
    ])
    expect(saved()).toContain('"Edit(src/*.ts)"')
    expect((await ask(edit('b.ts'))).status).toBe(0)
  })

  test('refuses what is no rule, says why, and lets it be mended', async () => {
    const { saved, ask } = desk()
    const ended = await ask(
      edit('a.ts'),
      [keys, 'e'],
      [prompt, '\u0001\u000bEdit(src/*.ts\r'],
      [/"Edit\(src\/\*\.ts" has a "\(" that no "\)"[^]*rule -> /, ')\r'],
      [/always: Edit\(src\/\*\.ts\)/, 'a'],
    )
    expect([ended.status, saved()]).toEqual([0, expect.stringContaining('"Edit(src/*.ts)"')])
  })

  test('refuses a rule that would not allow the call', async () => {
    const { saved, ask } = desk()
    const ended = await ask(
      edit('a.ts'),
      [keys, 'e'],
      [prompt, '\u0001\u000bEdit(docs/**)\r'],
      [/with this rule the call would be asked about all the same[^]*rule -> /, '\u001b'],
      [/always: Edit\(src\/a\.ts\)/, 'n'],
    )
    expect([ended.status, saved()]).toEqual([4, ''])
  })

  test('takes another suggestion and another file by keys', async () => {
    const { saved, ask } = desk()
    const ended = await ask(
      edit('a.ts'),
      [keys, 'e'],
      [prompt, down],
      [/Edit(?!\(src\/a\.ts)/, '\t'],
      [/rule -> \.millrace\/local\.jsonc: /, '\r'],
      [/always: Edit(?!\(src\/a\.ts).* -> \.millrace\/local\.jsonc/, 'a'],
    )
    const [, rule = ''] = /> always: (\S+) -> /.exec(ended.err()) ?? []
    expect([ended.status, saved(), rule.includes('a.ts')]).toEqual([0, '', false])
    expect(saved('.millrace/local.jsonc')).toContain(`"${rule}"`)
  })

  test('goes back by Esc, and is cancelled by Ctrl+C', async () => {
    const { saved, ask } = desk()
    const back = await ask(
      edit('a.ts'),
      [keys, 'e'],
      [prompt, 'zzz\u001b'],
      [/always: Edit\(src\/a\.ts\)/, 'n'],
    )
    expect(back.status).toBe(4)
    const cancelled = await ask(edit('a.ts'), [keys, 'e'], [prompt, '\u0003'])
    expect([cancelled.status, saved()]).toEqual([130, ''])
  })

  test('says which earlier calls the rule would have allowed', async () => {
    const { cwd, env } = desk()
    const open: OpenWorkspace = async (root, environment, settings) => {
      const workspace = await openWorkspace(root, environment, settings)
      const { tools, agent } = workspace
      const calls = [
        { path: 'src/b.ts', content: 'x', overwrite: true },
        { path: 'other.ts', content: 'x' },
      ]
      tools.register({
        name: 'program',
        description: 'Makes two calls, and then the one that it is about.',
        parameters: { type: 'object', properties: {} },
        output: { schema: {}, render: () => [] },
        effects: 'none',
        execute: async (_args, { signal, token }) => {
          for (const [index, args] of [...calls, { path: 'src/new.ts', content: 'x' }].entries())
            await tools.execute({
              callId: `p${index}`,
              name: 'write',
              arguments: args,
              agent,
              signal,
              parent: token,
            })
          return null
        },
      })
      return workspace
    }
    const acts: Act[] = [
      [keys, 'y'],
      [keys, 'y'],
      [keys, 'e'],
      [prompt, '\u0001\u000bEdit(src/**)\r'],
      [/would have allowed 1 other call so far:\n {4}write .*src\/b\.ts/, 'n'],
    ]
    const ended = await millrace(['call', 'program'], { ...person(...acts), cwd, env, columns: 120 }, open)
    expect([ended.status, existsSync(join(cwd, 'src/new.ts')), existsSync(join(cwd, 'other.ts'))]).toEqual([
      0,
      false,
      true,
    ])
  })
})

describe('several front ends', () => {
  test('a question that is answered elsewhere leaves the terminal, which says so', async () => {
    const { cwd, env } = desk()
    let answer = (): void => {}
    const open: OpenWorkspace = async (root, environment, settings) => {
      const workspace = await openWorkspace(root, environment, settings)
      answer = () => {
        const service = workspace.ctx.get('approval')
        const [question] = service?.pending() ?? []
        if (question !== undefined)
          service?.answer({ ...question, by: 'web\u001b[2J', reply: { kind: 'once' } })
      }
      return workspace
    }
    // Comes after the terminal was asked, as a page that is opened late.
    const watch = (err: string): void => void (keys.test(err) && setTimeout(answer, 100))
    const ended = await millrace(['call', ...edit('a.ts'), '--json'], { ...person(), watch, cwd, env }, open)
    expect(ended.status).toBe(0)
    expect(ended.err()).toContain(String.raw`> answered by web\u{1b}[2J: once`)
    expect(json(ended)['ok']).toBe(true)
  })

  test('nothing is offered for good where no file can hold it', async () => {
    const { cwd, env } = desk()
    const open: OpenWorkspace = (root, environment) => openWorkspace(root, environment)
    const ended = await millrace(['call', ...edit('a.ts')], { ...person([keys, '2']), cwd, env }, open)
    expect([ended.status, ended.err()]).toEqual([
      0,
      expect.stringContaining('[2/s] this session: Edit(src/a.ts)'),
    ])
    expect(ended.err()).not.toContain('always')
  })

  test.each<[string, number, RegExp]>([
    ['y', 0, /you once/],
    ['n', 4, /by you/],
  ])('a host without approvals of its own gets those of the command: %s', async (key, status, shows) => {
    const open: OpenWorkspace = async (root) => {
      const ctx = new Context()
      const tools = new ToolRuntime(ctx)
      const agent: Agent = {}
      const scope = createScope(ctx, agent)
      tools.register(tool('change', { effects: 'other' }))
      ctx.on('tools/pre-execute', async () => ({ kind: 'ask', reason: 'the host asks' }))
      return { root, ctx, tools, agent, close: () => scope.dispose() }
    }
    const ended = await millrace(['call', 'change'], person([keys, key]), open)
    expect([ended.status, ended.out()]).toEqual([status, expect.stringMatching(shows)])
    expect(ended.err()).toContain('asks because: the host asks')
  })
})

test.each([
  ['y', 'reached'],
  ['s', 'reached'],
  ['n', 'kept away'],
])('whether a command may reach a host is asked like that: %s', async (key, said) => {
  const open: OpenWorkspace = async (root, environment, settings) => {
    const workspace = await openWorkspace(root, environment, settings)
    const wanted = { host: 'registry.npmjs.org', port: 443 }
    const execute: ToolDefinition['execute'] = async (_args, { signal }) => {
      const answer = await workspace.ctx.get('approval')?.requestHost({ ...wanted, signal })
      return answer?.allowed === true ? 'reached' : 'kept away'
    }
    workspace.tools.register(tool('fetches', { execute }))
    return workspace
  }
  const ended = await millrace(['call', 'fetches'], person([keys, key]), open)
  expect([ended.status, ended.out()]).toEqual([0, expect.stringContaining(said)])
  expect(ended.err()).toMatch(/┌ millrace asks: may commands reach this host\?\n│ .*registry\.npmjs\.org:443/)
  // A rule for requests is one for commands, too; it is taken as it is.
  expect(ended.err()).toContain('always: WebFetch(domain:registry.npmjs.org) -> millrace.jsonc\n')
})
