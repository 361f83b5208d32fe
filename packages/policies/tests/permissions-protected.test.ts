import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { judgeCommand, openPermissions, root, rules, sandboxOf } from './support/permission-bench.ts'

/** Paths whose files make programs do something. */
const steering = [
  '.git/hooks/pre-commit',
  '.git/config',
  '.git',
  '.GIT/hooks/x',
  'packages/a/.git/config',
  'sub/.git/hooks/pre-push',
  '.gitmodules',
  'millrace.jsonc',
  '.millrace/local.jsonc',
  '.mcp.json',
  '.claude/settings.json',
  '.claude/new/file',
  '.codex/config.toml',
  '.cursor/mcp.json',
  '.gemini/settings.json',
  '.vscode/tasks.json',
  '.vscode/settings.json',
  '.idea/workspace.xml',
  '.husky/pre-commit',
  '.github/workflows/ci.yml',
  'package.json',
  'packages/a/package.json',
  'Package.json',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.envrc',
  '.devcontainer/devcontainer.json',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '~/.ssh/authorized_keys',
  '~/.ssh/new',
  '~/.gitconfig',
  '~/.bashrc',
  '~/.zshrc',
  '~/.profile',
  '~/.bash_profile',
  '~/.config/git/config',
  '~/.config/millrace/config.jsonc',
  '~/.config/autostart/x.desktop',
  '~/.local/bin/git',
  '~/bin/ls',
  '~/.npmrc',
  '~/.netrc',
  '~/.aws/credentials',
  '/home/dev/.bashrc',
  '/home/dev/app/.git/hooks/x',
  './src/../.git/config',
  '.git /hooks/x',
  '.g\u200cit/hooks/x',
] as const

const everything = rules({ allow: ['Bash', 'Edit', 'Edit(**)', 'Edit(/**)', 'Edit(~/**)', 'Bash(tee *)'] })

verifies(['security:F5'], 'there are enough paths to speak of', () => {
  expect(new Set(steering).size).toBeGreaterThanOrEqual(40)
})

describe('changing what controls programs asks, whatever allows it', () => {
  verifies(['security:F5'], 'by tools of files, directly and from within a program', async () => {
    for (const mode of ['default', 'accept-edits', 'bypass'] as const) {
      const { permissions, call, ran } = await openPermissions({
        mode,
        layers: [everything],
        sandbox: () => sandboxOf(),
      })
      const unasked = (tool: string): string[] =>
        steering.filter((path) => permissions.judge(tool, { path, text: '' }).verdict !== 'ask')
      expect([...unasked('edit'), ...unasked('write')]).toEqual([])
      for (const path of steering) {
        for (const tool of ['edit', 'write']) {
          await call(tool, { path, text: '' })
          await call(tool, { path, text: '' }, { parent: Symbol('outer') as never, rootCallId: 'outer' })
        }
      }
      expect(ran).toEqual([])
    }
  })

  verifies(['security:F5'], 'by commands, which name them in several ways', async () => {
    const { permissions } = await openPermissions({
      mode: 'bypass',
      layers: [everything],
      sandbox: () => sandboxOf(),
    })
    const commands = steering
      .filter((each) => !/[\s\u200c]/.test(each))
      .flatMap((path) => [
        `echo x > ${path}`,
        `echo x | tee ${path}`,
        `cp a ${path}`,
        `touch ${path}`,
        `cat x >> ${path}`,
        `cd sub && cp a ../${path}`,
      ])
    expect(commands.filter((command) => judgeCommand(permissions, command) !== 'ask')).toEqual([])
  })

  verifies(['security:F5'], 'by copying files of such a name', async () => {
    const { permissions } = await openPermissions({
      mode: 'accept-edits',
      layers: [rules({ allow: ['Bash(cp *)'] })],
    })
    for (const command of [
      'cp node_modules/x/package.json .',
      'cp node_modules/x/package.json sub',
      'cp -t . x/.npmrc',
      'cp -r x/. .',
      'cp x/* .',
      'cp x/*.json .',
      'cp -r x/.h* .',
    ]) {
      expect([command, judgeCommand(permissions, command)]).toEqual([command, 'ask'])
    }
    expect(judgeCommand(permissions, 'cp src/*.ts lib')).toBe('allow')
    expect(judgeCommand(permissions, 'cp -r src lib')).toBe('allow')
  })

  verifies(['security:F5'], 'by deleting all that there is', async () => {
    const { permissions } = await openPermissions({ mode: 'bypass', layers: [everything] })
    for (const command of [
      'find . -delete',
      'rm -rf .',
      'chmod -R 777 .',
      'cd sub && rm -rf /home/dev/app',
    ]) {
      expect([command, judgeCommand(permissions, command)]).toEqual([command, 'ask'])
    }
    expect(judgeCommand(permissions, 'find . -name x')).toBe('allow')
    expect(judgeCommand(permissions, 'rm -rf build')).toBe('allow')
  })

  test('an exact rule does not outweigh it, and the question says what it is about', async () => {
    const { permissions } = await openPermissions({
      layers: [rules({ allow: ['Edit(.git/config)', 'Bash(touch .git/config)'] })],
    })
    expect(permissions.judge('edit', { path: '.git/config' })).toMatchObject({
      verdict: 'ask',
      decisive: { reason: 'changes .git/config, which is protected' },
      suggestions: [],
    })
    expect(judgeCommand(permissions, 'touch .git/config')).toBe('ask')
    expect(permissions.list()[0]).toMatchObject({ idle: 'it is protected: changing it always asks' })
  })

  test('a rule that denies still denies, and reading is no change', async () => {
    const { permissions } = await openPermissions({ layers: [rules({ deny: ['Edit(.git)'] })] })
    expect(permissions.judge('edit', { path: '.git/config' }).verdict).toBe('deny')
    expect(permissions.judge('read', { path: 'package.json' }).verdict).toBe('allow')
  })

  test('a path is judged by where its links lead, too', async () => {
    const links: Record<string, string> = {
      '/home/dev/app/docs/x': '/home/dev/app/.git/hooks/x',
      '/home/dev/app/out': '/etc/out',
    }
    const { permissions } = await openPermissions({ mode: 'accept-edits', resolve: (path) => links[path] })
    expect(permissions.judge('edit', { path: 'docs/x' }).verdict).toBe('ask')
    expect(permissions.judge('edit', { path: 'out' }).verdict).toBe('ask')
    expect(permissions.judge('edit', { path: 'docs/y' }).verdict).toBe('allow')
  })

  test('links are followed once for each path of a judgement, and anew for the next', async () => {
    const followed: string[] = []
    const resolve = (path: string): undefined => void followed.push(path.replace(`${root}/`, ''))
    const { permissions } = await openPermissions({
      layers: [rules({ deny: ['Read(secret)'], ask: ['Edit(b)'], allow: ['Bash(cp *)'] })],
      resolve,
    })
    const command = 'cp a b && cp b c && cp a c && cat a b c'
    const { verdict, suggestions } = permissions.judge('bash', { command, cwd: 'sub' })
    expect([verdict, suggestions]).toEqual(['ask', []])
    expect(followed.toSorted()).toEqual([...new Set(followed)].toSorted())
    expect(followed).toEqual(expect.arrayContaining(['sub/a', 'sub/b', 'sub/c']))
    const before = followed.length
    permissions.judge('bash', { command, cwd: 'sub' })
    expect(followed).toHaveLength(2 * before)
  })
})
