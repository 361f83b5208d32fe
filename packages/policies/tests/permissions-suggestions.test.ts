import type { ToolExecution } from '@millrace/tools'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { judgeCommand, openPermissions, rules } from './support/permission-bench.ts'

describe('suggestions', () => {
  test.each([
    ['bash', { command: 'npm test' }, ['Bash(npm test)', 'Bash(npm test *)']],
    ['bash', { command: 'npm run build -w a' }, ['Bash(npm run build -w a)', 'Bash(npm run build *)']],
    ['bash', { command: 'make -j 4' }, ['Bash(make -j 4)', 'Bash(make *)']],
    ['bash', { command: 'echo "a b" c' }, ["Bash(echo 'a b' c)", 'Bash(echo *)']],
    ['bash', { command: 'ls && npm test' }, ['Bash(npm test)', 'Bash(npm test *)']],
    ['bash', { command: 'ls > src/list' }, ['Edit(src/list)', 'Edit(src/**)']],
    ['bash', { command: 'node x.js 1' }, ['Bash(node x.js 1)', 'Bash(node x.js *)']],
    ['bash', { command: 'xargs make < list' }, []],
    ['bash', { command: 'ls | sh' }, []],
    ['bash', { command: 'timeout 5 npm test' }, ['Bash(timeout 5 npm test)']],
    ['bash', { command: 'make && npm test' }, []],
    ['bash', { command: 'cat "$(make)"' }, []],
    ['bash', { command: 'touch .git/config' }, []],
    ['edit', { path: 'src/retry.ts' }, ['Edit(src/retry.ts)', 'Edit(src/**)']],
    ['edit', { path: 'a.ts' }, ['Edit(a.ts)']],
    ['edit', { path: '.git/config' }, []],
    ['read', { path: '~/notes/x/a.md' }, ['Read(~/notes/x/a.md)', 'Read(~/notes/x/**)']],
    ['web_fetch', { host: 'example.com:443' }, ['WebFetch(domain:example.com)']],
    ['web_fetch', { host: 'example.com:8080' }, ['WebFetch(domain:example.com:8080)']],
    ['mcp__db__query', {}, ['mcp__db__query']],
  ] as const)('for %s %j are %j', async (name, args, expected) => {
    const { permissions } = await openPermissions({ layers: [rules({ allow: ['Bash(ls *)'] })] })
    const { suggestions, verdict } = permissions.judge(name, args)
    expect(verdict).toBe('ask')
    expect(suggestions).toEqual(expected)
    expect(permissions.suggest({ name, arguments: args } as unknown as ToolExecution)).toEqual(suggestions)
  })

  verifies(
    ['fault:B052', 'security:C2'],
    'there is none that could not be read, or would hide what it allows',
    async () => {
      const { permissions } = await openPermissions()
      for (const command of [
        `cat > x << 'EOF'\n${'line "quoted" :*\n'.repeat(600)}EOF\n`,
        `echo ${'x'.repeat(10_000)}`,
        "printf 'a\nb'",
        'find . -exec make {} +',
        'sudo make',
        'make $(x)',
      ]) {
        const { suggestions } = permissions.judge('bash', { command })
        expect([command, suggestions.filter((rule) => rule.length > 160 || /[\n*]/.test(rule))]).toEqual([
          command,
          [],
        ])
      }
    },
  )

  test('a command of hundreds of parts, or thousands of paths, is past any rule', async () => {
    const { permissions } = await openPermissions()
    const started = performance.now()
    for (const command of [
      Array.from({ length: 390 }, (_, index) => `make a${index}`).join('; '),
      `rm ${Array.from({ length: 20_000 }, (_, index) => `f${index}`).join(' ')}`,
    ]) {
      const verdict = permissions.judge('bash', { command })
      expect(verdict.verdict).toBe('ask')
      expect(verdict.suggestions).toEqual([])
    }
    // Far more than it takes, and far less than trying every rule on every part.
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('each allows the very call, and the first allows no other', async () => {
    const { permissions } = await openPermissions()
    const word = fc.oneof(
      fc.constantFrom(
        'npm',
        'test',
        '-f',
        'src/a.ts',
        '../x',
        'https://example.com',
        '*',
        '~',
        'git',
        'push',
      ),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }),
    )
    const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const command = words.map(quote).join(' ')
        permissions.reload([])
        const suggestions = [...permissions.judge('bash', { command }).suggestions]
        suggestions.forEach((rule, index) => {
          permissions.reload([rules({ allow: [rule] })])
          expect(permissions.problems()).toEqual([])
          expect([rule, judgeCommand(permissions, command)]).toEqual([rule, 'allow'])
          if (index === 0 && rule.startsWith('Bash(')) {
            expect(judgeCommand(permissions, `${command} more`)).toBe('ask')
          }
        })
      }),
      { numRuns: 300 },
    )
  })

  test('and the same for paths', async () => {
    const { permissions } = await openPermissions()
    const name = fc.oneof(fc.constantFrom('a', '..', '.git', '~', '*', 'x.ts'), fc.string({ maxLength: 5 }))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const path = names.join('/')
        permissions.reload([])
        for (const rule of permissions.judge('edit', { path }).suggestions) {
          permissions.reload([rules({ allow: [rule] })])
          expect([rule, path, permissions.judge('edit', { path }).verdict]).toEqual([rule, path, 'allow'])
        }
      }),
      { numRuns: 300 },
    )
  })
})
