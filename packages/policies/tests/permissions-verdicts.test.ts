import type { PermissionMode, PermissionsConfig, SandboxState } from '@millrace/policies/permissions'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { judgeCommand, layer, openPermissions, rules, sandboxOf } from './support/permission-bench.ts'

const full: Partial<PermissionsConfig> = { sandbox: () => sandboxOf() }

describe('without rules', () => {
  test.each([
    ['read', { path: 'src/a.ts' }, 'allow'],
    ['read', { path: '/etc/passwd' }, 'ask'],
    ['read', { path: '../other/a.ts' }, 'ask'],
    ['read', { path: '~/notes' }, 'ask'],
    ['read', { path: '/home/dev/app/src/../a.ts' }, 'allow'],
    ['grep', {}, 'allow'],
    ['todo_write', {}, 'allow'],
    ['edit', { path: 'src/a.ts' }, 'ask'],
    ['write', { path: 'src/a.ts' }, 'ask'],
    ['web_fetch', { host: 'example.com:443' }, 'ask'],
    ['mcp__db__query', {}, 'ask'],
    ['bash', { command: 'ls' }, 'ask'],
    ['nothing_of_that_name', {}, 'ask'],
  ] as const)('%s %j comes to "%s"', async (name, args, verdict) => {
    const { permissions } = await openPermissions()
    expect(permissions.judge(name, args).verdict).toBe(verdict)
  })
})

describe('modes', () => {
  const verdicts = async (mode: PermissionMode, ...lists: readonly Parameters<typeof rules>[0][]) => {
    const { permissions } = await openPermissions({ mode, layers: lists.map(rules) })
    return (name: string, args: Record<string, string>) => permissions.judge(name, args)
  }

  test('can be switched, for all calls from then on, and a rule that denies still does', async () => {
    const { permissions } = await openPermissions({ layers: [rules({ deny: ['Edit(secret)'] })] })
    const verdictsNow = () => [
      permissions.mode,
      ...['a.ts', 'secret'].map((path) => permissions.judge('edit', { path }).verdict),
    ]
    expect(verdictsNow()).toEqual(['default', 'ask', 'deny'])
    for (const [mode, verdict] of [
      ['accept-edits', 'allow'],
      ['plan', 'deny'],
      ['bypass', 'allow'],
      ['default', 'ask'],
    ] as const) {
      permissions.setMode(mode)
      expect(verdictsNow()).toEqual([mode, verdict, 'deny'])
    }
  })

  test('accept-edits lets files of the workspace change, and nothing else', async () => {
    const judge = await verdicts('accept-edits')
    expect(judge('edit', { path: 'src/a.ts' }).verdict).toBe('allow')
    expect(judge('edit', { path: '/etc/hosts' }).verdict).toBe('ask')
    expect(judge('edit', { path: '.git/hooks/pre-commit' }).verdict).toBe('ask')
    expect(judge('bash', { command: 'touch a' }).verdict).toBe('ask')
    expect(judge('mcp__db__query', {}).verdict).toBe('ask')
  })

  test('plan denies whatever may change something, whatever rules allow, and says why', async () => {
    const judge = await verdicts('plan', { allow: ['Bash', 'Edit', 'mcp__db__query'] })
    for (const [name, args] of [
      ['edit', { path: 'src/a.ts' }],
      ['bash', { command: 'ls' }],
      ['mcp__db__query', {}],
    ] as const) {
      expect(judge(name, args)).toMatchObject({
        verdict: 'deny',
        decisive: { reason: expect.stringContaining('the mode is plan') },
      })
    }
    expect(judge('read', { path: 'src/a.ts' }).verdict).toBe('allow')
  })

  test('bypass allows what no rule is about; rules that ask and deny stay, and so do protected paths', async () => {
    const judge = await verdicts('bypass', { ask: ['Bash(npm *)'], deny: ['Read(secret)'] })
    expect(judge('mcp__db__query', {}).verdict).toBe('allow')
    expect(judge('edit', { path: '/etc/hosts' }).verdict).toBe('allow')
    expect(judge('bash', { command: 'make' }).verdict).toBe('allow')
    expect(judge('bash', { command: 'npm test' }).verdict).toBe('ask')
    expect(judge('read', { path: 'secret' }).verdict).toBe('deny')
    expect(judge('edit', { path: '.git/config' }).verdict).toBe('ask')
    // Nobody can tell whether it runs what a rule asks about.
    expect(judge('bash', { command: 'eval "$X"' }).verdict).toBe('ask')
  })
})

describe('the sandbox', () => {
  test('a command of no rule runs without a question only where it is full', async () => {
    for (const [enforcement, verdict] of [
      ['full', 'allow'],
      ['partial', 'ask'],
      ['none', 'ask'],
    ] as const) {
      const { permissions } = await openPermissions({ sandbox: () => sandboxOf(enforcement) })
      expect(judgeCommand(permissions, 'npm test && cat "$(npm root)"')).toBe(verdict)
      expect(permissions.judge('edit', { path: 'src/a.ts' }).verdict).toBe('ask')
    }
  })

  test('protected paths and rules stay in force in it', async () => {
    const { permissions } = await openPermissions({
      ...full,
      layers: [rules({ ask: ['Bash(git push *)'], deny: ['Bash(rm *)', 'Read(secret)'] })],
    })
    expect(judgeCommand(permissions, 'make')).toBe('allow')
    expect(judgeCommand(permissions, 'echo x > .git/hooks/pre-commit')).toBe('ask')
    expect(judgeCommand(permissions, 'git push')).toBe('ask')
    expect(judgeCommand(permissions, 'make && rm -rf x')).toBe('deny')
    expect(judgeCommand(permissions, 'cat secret')).toBe('deny')
    expect(judgeCommand(permissions, 'cat "$(x)"')).toBe('ask')
  })

  test('a rule that allows makes nothing stricter', async () => {
    const { permissions } = await openPermissions({ ...full, layers: [rules({ allow: ['Bash(cat *)'] })] })
    expect(judgeCommand(permissions, 'cat /usr/share/x')).toBe('allow')
  })

  test('what other tools start does not run in it', async () => {
    const { permissions } = await openPermissions(full, {
      name: 'runner',
      touches: () => ({ argv: [['make']] }),
    })
    expect(permissions.judge('runner', {}).verdict).toBe('ask')
    expect(judgeCommand(permissions, 'make')).toBe('allow')
  })

  test('keeps in what the host says, whatever a tool is called', async () => {
    const kept = new Set<string>(['Runs things.'])
    const sandbox = (): SandboxState => ({
      enforcement: 'full',
      keepsIn: ({ description }) => kept.has(description),
    })
    const { permissions, tools } = await openPermissions(
      { sandbox },
      { name: 'runner', description: 'Runs things.', touches: () => ({ argv: [['make']] }) },
    )
    expect(permissions.judge('runner', {}).verdict).toBe('allow')
    // Somebody else's tool of that name.
    expect(judgeCommand(permissions, 'make')).toBe('ask')
    expect(permissions.test('Bash(make)').verdict).toBe('ask')
    expect(permissions.test('Nothing(make)').verdict).toBe('ask')
    expect(tools.get('bash')).toBeDefined()
  })

  test('plan denies commands in it, too', async () => {
    const { permissions } = await openPermissions({ ...full, mode: 'plan' })
    expect(judgeCommand(permissions, 'ls')).toBe('deny')
  })
})

describe('what a tool says that it touches', () => {
  test.each([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
    ],
    ['is no object', () => 'x'],
    ['has paths that are no list', () => ({ paths: 'x' })],
    ['has a path that is no text', () => ({ paths: [{ path: 7, access: 'read' }] })],
    ['has an access that nobody knows', () => ({ paths: [{ path: 'a', access: 'look' }] })],
    ['has hosts that are no texts', () => ({ hosts: [null] })],
    ['has an argument vector that is text', () => ({ argv: ['ls -l'] })],
  ])('denies a call where it %s', async (_, touches) => {
    const { permissions, call, ran } = await openPermissions(
      { mode: 'bypass', layers: [rules({ allow: ['odd'] })] },
      { name: 'odd', touches: touches as never },
    )
    expect(permissions.judge('odd', {})).toMatchObject({
      verdict: 'deny',
      decisive: { reason: expect.stringContaining('tool "odd" failed to say what it touches') },
    })
    expect((await call('odd')).isError).toBe(true)
    expect(ran).toEqual([])
  })

  test('a tool with effects that its touches do not explain needs a rule that names it', async () => {
    const { permissions } = await openPermissions(
      { mode: 'accept-edits', layers: [rules({ allow: ['Read', 'Edit'] })] },
      { name: 'reporter', touches: () => ({ paths: [{ path: 'src', access: 'read' }] }) },
    )
    expect(permissions.judge('reporter', {})).toMatchObject({
      verdict: 'ask',
      decisive: { part: 'reporter', reason: 'no rule allows the tool "reporter"' },
      suggestions: [['reporter']],
    })
  })

  test('a call of which such a tool says nothing asks, and offers no rule', async () => {
    const { permissions } = await openPermissions({}, { name: 'runner', touches: () => ({}) })
    const { verdict, decisive, suggestions } = permissions.judge('runner', {})
    expect(verdict).toBe('ask')
    expect(decisive.reason).toBe(
      'tool "runner" does not say what this call would touch; its arguments may be wrong',
    )
    expect(suggestions).toEqual([])
  })

  verifies(['security:N6'], 'a rule for fetching allows no other tool to reach the host', async () => {
    const { permissions } = await openPermissions(
      { layers: [rules({ allow: ['WebFetch(domain:example.com)'] })] },
      { name: 'deploy', touches: () => ({ hosts: ['example.com:443'] }) },
    )
    expect(permissions.judge('web_fetch', { host: 'example.com:443' }).verdict).toBe('allow')
    expect(permissions.judge('web_fetch', { host: 'evil.com:443' }).verdict).toBe('ask')
    expect(permissions.judge('deploy', {}).verdict).toBe('ask')
  })

  test('programs of other tools meet the rules of their own tool, and what is asked and denied of commands', async () => {
    const { permissions } = await openPermissions(
      { layers: [rules({ allow: ['runner(git *)', 'Bash(ls *)'], deny: ['Bash(git push *)'] })] },
      { name: 'runner', touches: (args) => ({ argv: [(args as { argv: string[] }).argv] }) },
    )
    const verdict = (...argv: string[]): string => permissions.judge('runner', { argv }).verdict
    expect(verdict('git', 'status')).toBe('allow')
    expect(verdict('git', 'push', 'origin')).toBe('deny')
    expect(verdict('ls')).toBe('ask')
  })
})

test('a layer may not allow what its folder is not trusted for', async () => {
  const untrusted = layer({
    name: 'project',
    mayGrant: false,
    allow: [{ rule: 'Bash' }],
    deny: [{ rule: 'Read(x)' }],
  })
  const { permissions } = await openPermissions({ layers: [untrusted] })
  expect(judgeCommand(permissions, 'ls')).toBe('ask')
  expect(permissions.judge('read', { path: 'x' }).verdict).toBe('deny')
  expect(permissions.list()).toContainEqual(
    expect.objectContaining({ list: 'allow', idle: expect.stringContaining('millrace trust') }),
  )
})
