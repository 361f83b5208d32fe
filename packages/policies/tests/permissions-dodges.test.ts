import type { Permissions } from '@millrace/policies/permissions'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { judgeCommand, openPermissions, root, rules, sandboxOf } from './support/permission-bench.ts'

const verdicts = (permissions: Permissions, commands: readonly string[]): [string, string][] =>
  commands.map((command) => [command, judgeCommand(permissions, command)])

const all = (commands: readonly string[], verdict: string): [string, string][] =>
  commands.map((command) => [command, verdict])

describe('what stands nowhere in a command', () => {
  const onto = [
    'cp -rT evil .',
    'cp -a --no-target-directory evil .',
    'cp -r evil/. .',
    'cp -r -t . evil/.',
    'cd sub && cp -r evil/. ..',
    'cp -r ../evil/app ..',
    'cp x/* .',
    'tar -xf evil.tar',
    'tar xf evil.tar',
    'tar -x -f evil.tar -C .',
    'unzip evil.zip',
    'unzip evil.zip -d .',
    'rsync -a evil/ .',
    'git checkout -- .',
    'git restore .',
    'cp --parents x/.vscode/tasks.json .',
    'tar -xf evil.tar -C out -C ..',
  ]

  verifies(['security:F5'], 'is copied or unpacked onto the workspace only after a question', async () => {
    for (const mode of ['default', 'bypass'] as const) {
      const { permissions } = await openPermissions({
        mode,
        layers: [rules({ allow: ['Bash', 'Edit'] })],
        sandbox: () => sandboxOf(),
      })
      expect(verdicts(permissions, onto)).toEqual(all(onto, 'ask'))
      const free = [
        'cp -r src lib',
        'cp -rT src lib',
        'tar -tf a.tar',
        'tar -xf a.tar -C out',
        'cp -t lib a b',
      ]
      expect(verdicts(permissions, free)).toEqual(all(free, 'allow'))
    }
  })

  verifies(['security:F5'], 'is doubtful in any other folder', async () => {
    const { permissions } = await openPermissions({
      mode: 'accept-edits',
      layers: [rules({ allow: ['Bash(cp *)'] })],
    })
    const asking = ['cp -rT evil packages/a', 'cp -r evil/. packages/a', 'cp x/.npmrc v1.2', 'cp -t a -t b c']
    expect(verdicts(permissions, asking)).toEqual(all(asking, 'ask'))
    expect(judgeCommand(permissions, 'cp -t lib a b')).toBe('allow')
  })
})

describe('reading does not leave the workspace by a link', () => {
  const allow = [
    'Bash(cat *)',
    'Bash(cd *)',
    'Bash(find *)',
    'Bash(grep *)',
    'Bash(ls *)',
    'Bash(rg *)',
    'Bash(cp *)',
  ]

  test('that ".." leads out of, unless that is known to be none', async () => {
    const resolve = (path: string): string => path.replace(`${root}/l`, '/etc/x')
    const { permissions } = await openPermissions({ layers: [rules({ allow })], resolve })
    expect(judgeCommand(permissions, 'cat l/../secret.txt')).toBe('ask')
    expect(judgeCommand(permissions, 'cd l && cat ../secret.txt')).toBe('ask')
    expect(judgeCommand(permissions, 'cat src/../secret.txt')).toBe('allow')
    const lost = await openPermissions({ layers: [rules({ allow })], resolve: () => undefined })
    expect(judgeCommand(lost.permissions, 'cat src/../secret.txt')).toBe('ask')
    const unresolved = await openPermissions({ layers: [rules({ allow })] })
    expect(judgeCommand(unresolved.permissions, 'cat src/../secret.txt')).toBe('ask')
  })

  test('that a program or a pattern follows', async () => {
    const { permissions } = await openPermissions({ layers: [rules({ allow })], resolve: (path) => path })
    const asking = [
      'cat */secret.txt',
      'find -L . -name x',
      'find . -follow',
      'grep -R x .',
      'grep -r x l*',
      'rg -L x',
      'rg --follow x',
      'ls -LR .',
      'cp -rL a b',
    ]
    const free = [
      'cat src/*.ts',
      'find . -name x',
      'grep -r x src',
      'rg x',
      'ls -L src',
      'ls -R .',
      'grep x *.ts',
    ]
    expect(verdicts(permissions, asking)).toEqual(all(asking, 'ask'))
    expect(verdicts(permissions, free)).toEqual(all(free, 'allow'))
  })
})

describe('a file that may not be read', () => {
  verifies(['security:C1'], 'is not read by a search, under another name, or out of git', async () => {
    const { permissions } = await openPermissions({
      mode: 'bypass',
      layers: [rules({ allow: ['Bash'], deny: ['Read(.env)'] })],
    })
    const denied = [
      'git show :.env',
      'git show :0:.env',
      'git log -L1,1:.env',
      'git log -L 1,1:.env',
      "git diff HEAD -- ':(icase).ENV'",
      'mv .env x.txt && cat x.txt',
      'ln .env x.txt',
      'ln -s .env x.txt',
      'cp .env x.txt',
      'cp -t d .env',
    ]
    const asked = [
      'grep -r KEY .',
      'grep -rn KEY src',
      'grep --recursive KEY',
      'rg --hidden KEY',
      'rg -uu KEY',
      'rg -u -u KEY',
      'grep -r -f list',
      "git grep KEY -- '.e*'",
      "rg -g '.e*' KEY",
      "rg -g 'a/.env' KEY",
      "git diff -- '.e*'",
    ]
    const free = [
      'grep KEY src/a.ts',
      "grep -r --include='*.ts' KEY src",
      "grep -r --include '*.ts' KEY src",
      'rg KEY',
      "rg -g '*.ts' KEY",
      'mv a b',
      "git diff -- ':!.env'",
      'cp -r a b',
    ]
    expect(verdicts(permissions, denied)).toEqual(all(denied, 'deny'))
    expect(verdicts(permissions, asked)).toEqual(all(asked, 'ask'))
    expect(verdicts(permissions, free)).toEqual(all(free, 'allow'))
  })

  test('that only its folder names is not copied or moved with that', async () => {
    const { permissions } = await openPermissions({
      mode: 'bypass',
      layers: [rules({ deny: ['Read(vault/keys)'] })],
    })
    for (const command of ['cp -r vault x', 'mv vault x'])
      expect(judgeCommand(permissions, command)).toBe('ask')
  })

  test('nor by the tool that searches, where that is told to', async () => {
    const { permissions } = await openPermissions({ layers: [rules({ deny: ['Read(.env)'] })] })
    const verdict = (include: string): string => permissions.judge('grep', { pattern: 'K', include }).verdict
    expect(['.env', 'a/.ENV', '.e*', '*', '{a,.env}'].map(verdict)).toEqual([
      'deny',
      'deny',
      'ask',
      'ask',
      'ask',
    ])
    expect(['*.ts', 'a.ts', '**/*.{ts,js}', '!*.md'].map(verdict)).toEqual([
      'allow',
      'allow',
      'allow',
      'allow',
    ])
  })

  test('and who has no such rule is not asked', async () => {
    const { permissions } = await openPermissions({ layers: [rules({ allow: ['Bash(grep *)'] })] })
    expect(judgeCommand(permissions, 'grep -r KEY .')).toBe('allow')
  })
})

describe('rules in the spelling of others', () => {
  test('git push:* means whatever follows', async () => {
    const { permissions } = await openPermissions({
      mode: 'bypass',
      layers: [rules({ deny: ['Bash(git push:*)', 'Bash(npm run deploy:*)', 'Bash(scp a host:*)'] })],
    })
    for (const command of [
      'git push',
      'git push -f',
      'npm run deploy',
      'npm run deploy:now',
      'scp a host:/b',
    ])
      expect([command, judgeCommand(permissions, command)]).toEqual([command, 'deny'])
    permissions.reload([rules({ allow: ['Bash(git log:*)', 'Bash(npm run test:*)'] })])
    const { permissions: careful } = await openPermissions({
      layers: [rules({ allow: ['Bash(git log:*)', 'Bash(npm run test:*)'] })],
    })
    expect(verdicts(careful, ['git log -1', 'npm run test:unit', 'npm run test'])).toEqual([
      ['git log -1', 'allow'],
      ['npm run test:unit', 'allow'],
      ['npm run test', 'ask'],
    ])
  })

  test('a server means all of its tools, and no other', async () => {
    const more = [{ name: 'mcp__db__drop__all' }, { name: 'mcp__dbx__query' }]
    const { permissions } = await openPermissions({}, ...more)
    const judged = (): string[] =>
      ['mcp__db__query', 'mcp__db__drop__all', 'mcp__dbx__query'].map(
        (name) => permissions.judge(name, {}).verdict,
      )
    for (const rule of ['mcp__db', 'mcp__db__*']) {
      permissions.reload([rules({ allow: [rule] })])
      expect([judged(), permissions.list()[0]?.idle]).toEqual([['allow', 'allow', 'ask'], undefined])
      permissions.reload([rules({ deny: [rule] })])
      expect([judged(), permissions.problems()]).toEqual([['deny', 'deny', 'ask'], []])
    }
    permissions.reload([rules({ deny: ['MCP__DB__query'] })])
    expect(permissions.judge('mcp__db__query', {}).verdict).toBe('deny')
  })

  test('a beginning with a star means the tools of a server that begin so', async () => {
    const more = [{ name: 'mcp__db__drop_table' }, { name: 'mcp__db__dropped' }, { name: 'mcp__dbx__drop_x' }]
    const { permissions } = await openPermissions({}, ...more)
    const judged = (): string[] =>
      ['mcp__db__drop_table', 'mcp__db__dropped', 'mcp__db__query', 'mcp__dbx__drop_x'].map(
        (name) => permissions.judge(name, {}).verdict,
      )
    permissions.reload([rules({ allow: ['mcp__db__drop_*'] })])
    expect([judged(), permissions.list()[0]?.idle]).toEqual([['allow', 'ask', 'ask', 'ask'], undefined])
    permissions.reload([rules({ allow: ['mcp__db'], deny: ['MCP__db__Drop_*'] })])
    expect([judged(), permissions.problems()]).toEqual([['deny', 'allow', 'allow', 'ask'], []])
    permissions.reload([rules({ allow: ['mcp__db__doubt_*'] })])
    expect(permissions.list()[0]?.idle).toContain('no tool is called "mcp__db__doubt_*"')
  })

  test.each([
    ['mcp__db__*_table', ['deny', 'deny', 'ask']],
    ['MCP__DB__drop*x', ['deny', 'deny', 'ask']],
    ['mcp__db__query(select *)', ['ask', 'deny', 'ask']],
    ['mcp__*', ['deny', 'deny', 'deny']],
    ['mcp__d*', ['deny', 'deny', 'deny']],
  ])('what cannot be read about a server denies more, and says so: %s', async (rule, verdicts) => {
    const { permissions } = await openPermissions({}, { name: 'mcp__db__drop_table' }, { name: 'mcp__x__y' })
    permissions.reload([rules({ deny: [rule] })])
    const judged = ['mcp__db__drop_table', 'mcp__db__query', 'mcp__x__y'].map(
      (name) => permissions.judge(name, {}).verdict,
    )
    expect(judged).toEqual(verdicts)
    expect(permissions.problems()).toEqual([
      { rule, list: 'deny', problem: expect.stringContaining('the rule "') },
    ])
    permissions.reload([rules({ allow: [rule] })])
    expect(permissions.list()[0]?.idle).toContain('the rule "')
  })

  test('in another case a rule denies, but allows nothing', async () => {
    const lists = ['BASH(rm *)', 'READ(secret)', 'Webfetch(domain:evil.com)']
    const { permissions } = await openPermissions({ mode: 'bypass', layers: [rules({ deny: lists })] })
    expect(judgeCommand(permissions, 'rm x')).toBe('deny')
    expect(judgeCommand(permissions, 'cat secret')).toBe('deny')
    expect(permissions.judge('web_fetch', { host: 'evil.com' }).verdict).toBe('deny')
    expect(permissions.problems()).toEqual([])
    const { permissions: careful } = await openPermissions({ layers: [rules({ allow: ['BASH'] })] })
    expect(judgeCommand(careful, 'make')).toBe('ask')
  })

  test('a rule that would ask or deny, and names no tool, is told about', async () => {
    const { permissions } = await openPermissions({
      layers: [rules({ deny: ['Bsh(rm *)', 'mcp__later__x', 'WebSearch'], ask: ['Task'], allow: ['Tsk'] })],
    })
    expect(permissions.problems()).toEqual([
      { rule: 'Bsh(rm *)', list: 'deny', problem: 'no tool is called "Bsh"; did you mean "Bash"?' },
      { rule: 'Task', list: 'ask', problem: expect.stringContaining('no tool is called "Task"') },
    ])
  })
})

test('a command of any size is judged before anybody notices', async () => {
  let followed = 0
  const { permissions } = await openPermissions({
    mode: 'accept-edits',
    layers: [rules({ allow: ['Bash(cp *)', 'Bash(mv *)'], deny: ['Read(.env)', 'Bash(git push *)'] })],
    resolve: (path) => (followed++, path),
  })
  const many = (count: number, name: string): string => `${name} `.repeat(count)
  const numbered = (count: number): string =>
    Array.from({ length: count }, (_, index) => `f${index}`).join(' ')
  const long = [
    `cp ${numbered(3000)} d`,
    `cp -t d ${numbered(1100)}`,
    `find . -exec cp {} ${numbered(1100)} d ';'`,
    `mv ${many(10_000, 'f*')} d`,
    `echo ${many(60_000, 'a')}`,
    `unknown ${many(20_000, './a/b')}`,
    `cp ${numbered(900)} ${'d/'.repeat(40_000)}`,
    `cat ${many(60_000, '< a')}`,
  ]
  for (const command of long) {
    const { verdict, decisive } = permissions.judge('bash', { command })
    expect(verdict).toBe('ask')
    expect(decisive.reason).toMatch(/too many to judge|a path of more than 4096 characters/)
  }
  expect(followed).toBeLessThan(20)
  // What is judged still follows each path once.
  followed = 0
  expect(judgeCommand(permissions, `cp ${numbered(300)} d`)).toBe('allow')
  expect(followed).toBe(602)
})
