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
    [
      'bash',
      { command: 'timeout 5 npm test' },
      ['Bash(timeout 5 npm test)', 'Bash(timeout *) + Bash(npm test)'],
    ],
    [
      'bash',
      { command: 'make && npm test' },
      ['Bash(make) + Bash(npm test)', 'Bash(make *) + Bash(npm test *)'],
    ],
    [
      'bash',
      { command: 'npm test -- a; npm test -- b' },
      ['Bash(npm test -- a) + Bash(npm test -- b)', 'Bash(npm test *)'],
    ],
    [
      'bash',
      { command: 'make > src/log && ls && curl https://example.com/a' },
      [
        'Bash(make) + Bash(curl https://example.com/a) + Edit(src/log)',
        'Bash(make *) + Bash(curl *) + Edit(src/**) + WebFetch(domain:example.com)',
      ],
    ],
    [
      'bash',
      { command: 'a && b && c && d' },
      ['Bash(a) + Bash(b) + Bash(c) + Bash(d)', 'Bash(a *) + Bash(b *) + Bash(c *) + Bash(d *)'],
    ],
    ['bash', { command: 'a && b && c && d && e' }, []],
    ['bash', { command: 'make && ls | sh' }, []],
    ['bash', { command: 'make && touch .git/config' }, []],
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
    expect(suggestions.map((together) => together.join(' + '))).toEqual(expected)
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
        const [narrowest = []] = suggestions
        expect(narrowest.join('')).not.toContain('*')
        expect([
          command,
          suggestions.flat().filter((rule) => rule.length > 160 || rule.includes('\n')),
        ]).toEqual([command, []])
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

  test('each set allows the very call, with no rule too many, and the first allows no other', async () => {
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
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        (programs) => {
          const command = programs.map((words) => words.map(quote).join(' ')).join(' && ')
          permissions.reload([])
          const suggestions = [...permissions.judge('bash', { command }).suggestions]
          suggestions.forEach((together, index) => {
            permissions.reload([rules({ allow: together })])
            expect(permissions.problems()).toEqual([])
            expect([together, judgeCommand(permissions, command)]).toEqual([together, 'allow'])
            if (index === 0 && together.some((rule) => rule.startsWith('Bash('))) {
              expect(judgeCommand(permissions, `${command} more`)).toBe('ask')
            }
            for (const rule of together) {
              permissions.reload([rules({ allow: together.filter((other) => other !== rule) })])
              expect([together, judgeCommand(permissions, command)]).toEqual([together, 'ask'])
            }
          })
        },
      ),
      {
        numRuns: 300,
        examples: [
          // A path that no rule can spell, and more narrow rules than are offered together.
          [[['<', ' /@']]],
          [[['push', ' '], [' '], ['push', '.>!', '../x']]],
        ],
      },
    )
  })

  test('and the same for paths', async () => {
    const { permissions } = await openPermissions()
    const name = fc.oneof(fc.constantFrom('a', '..', '.git', '~', '*', 'x.ts'), fc.string({ maxLength: 5 }))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const path = names.join('/')
        permissions.reload([])
        for (const allow of permissions.judge('edit', { path }).suggestions) {
          // Never the whole tool, where a path says what is meant.
          expect(allow).toEqual([expect.stringContaining('(')])
          permissions.reload([rules({ allow })])
          expect([allow, path, permissions.judge('edit', { path }).verdict]).toEqual([allow, path, 'allow'])
        }
      }),
      { numRuns: 300 },
    )
  })
})
