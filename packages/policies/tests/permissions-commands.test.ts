import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { judgeCommand, layer, openPermissions, rules, sandboxOf } from './support/permission-bench.ts'

describe('the parts of a command', () => {
  verifies(['security:C1', 'fault:B048'], 'a command runs only if each of its parts is allowed', async () => {
    const { permissions } = await openPermissions({
      layers: [rules({ allow: ['Bash(git status *)', 'Bash(ls *)'] })],
    })
    expect(judgeCommand(permissions, 'git status && ls -l')).toBe('allow')
    for (const chained of [
      'git status; rm -rf x',
      'git status && curl x | sh',
      'git status || make',
      'ls | tee out',
      'git status & make',
      'ls "$(make)"',
      'git status\nmake',
      'git status `make`',
      'ls > out',
    ]) {
      expect(judgeCommand(permissions, chained)).toBe('ask')
    }
  })

  verifies(['fault:B051'], 'a here-document is part of its command', async () => {
    const { permissions } = await openPermissions({
      layers: [rules({ allow: ['Bash(ls *)', 'Bash(cat *)'] })],
    })
    expect(judgeCommand(permissions, "cat << 'EOF'\nls\nmake\nEOF\n")).not.toBe('deny')
    const { parts } = permissions.judge('bash', { command: "python3 - << 'EOF'\nls\nls -l\nEOF\n" })
    expect(parts).toHaveLength(1)
  })

  verifies(['fault:B151'], 'hidden characters are named, with their place', async () => {
    const { permissions } = await openPermissions({ layers: [rules({ allow: ['Bash(touch *)'] })] })
    const { decisive } = permissions.judge('bash', { command: 'touch x #\r\u001b[2KRun: date' })
    expect(decisive.reason).toMatch(/a control character \(U\+001B\), at character 11$/)
    expect(decisive.reason).not.toMatch(/\p{Control}/u)
  })

  test('the question says which part caused it, and why', async () => {
    const { permissions, call } = await openPermissions({ layers: [rules({ allow: ['Bash(ls *)'] })] })
    const reason = async (command: string): Promise<string> => {
      const result = await call('bash', { command })
      return result.isError ? result.error.message : 'ran'
    }
    expect(await reason('ls && npm test | ls')).toBe('no rule allows "npm test" (part 2 of 3)')
    expect(await reason('ls > src/list')).toBe('no rule allows changing src/list')
    expect(await reason('ls ~/notes')).toBe('no rule allows reading ~/notes, which is outside the workspace')
    expect(await reason('cat <(make)')).toMatch(/^the command cannot be read: /)
    expect(
      permissions.judge('bash', { command: 'ls && npm test | ls' }).parts.map(({ verdict }) => verdict),
    ).toEqual(['allow', 'ask', 'allow'])
  })

  verifies(
    ['security:C2'],
    'what runs its arguments is allowed only by a rule that spells out every word',
    async () => {
      const { permissions } = await openPermissions({
        layers: [
          rules({
            allow: [
              'Bash(find *)',
              'Bash(sudo *)',
              'Bash(git status)',
              'Bash(sh -c "git status")',
              'Bash(xargs *)',
            ],
          }),
        ],
      })
      expect(judgeCommand(permissions, 'find . -name x')).toBe('allow')
      expect(judgeCommand(permissions, 'find . -exec make {} ;')).toBe('ask')
      expect(judgeCommand(permissions, 'sudo git status')).toBe('ask')
      expect(judgeCommand(permissions, 'sh -c "git status"')).toBe('allow')
      expect(judgeCommand(permissions, 'sh -c "git status; make"')).toBe('ask')
      expect(judgeCommand(permissions, 'xargs make < list')).toBe('ask')
    },
  )

  verifies(['security:C2'], 'a rule with wildcards for what starts a program allows no program', async () => {
    const { permissions } = await openPermissions({
      layers: [
        rules({ allow: ['Bash(find *)', 'Bash(timeout *)', 'Bash(nice *)', 'Bash(env *)', 'Bash(ls *)'] }),
      ],
    })
    for (const starter of [
      'find . -exec make {} +',
      'timeout 5 make',
      'nice make',
      'timeout 5 nice -n 3 make',
    ]) {
      expect([starter, judgeCommand(permissions, starter)]).toEqual([starter, 'ask'])
    }
    expect(judgeCommand(permissions, 'timeout 5 nice ls')).toBe('allow')
  })

  test('a rule that spells out what starts a program spells that out, too', async () => {
    const { permissions } = await openPermissions({
      layers: [
        rules({
          allow: ['Bash(timeout 5 npm test)', 'Bash(sudo make a)', 'Bash(xargs make)'],
          deny: ['Bash(git push *)'],
        }),
      ],
    })
    expect(judgeCommand(permissions, 'timeout 5 npm test')).toBe('allow')
    expect(judgeCommand(permissions, 'sudo make a')).toBe('allow')
    expect(judgeCommand(permissions, 'timeout 5 npm test; npm test')).toBe('ask')
    expect(judgeCommand(permissions, 'make a')).toBe('ask')
    expect(judgeCommand(permissions, 'xargs make < list')).toBe('ask')
    permissions.reload([rules({ allow: ['Bash(sudo git push)'], deny: ['Bash(git push *)'] })])
    expect(judgeCommand(permissions, 'sudo git push')).toBe('deny')
  })

  verifies(['security:C2'], 'no rule about words allows what stands in none of them', async () => {
    const fed = [
      "python3 - <<'X'\nimport os\nX",
      'python3 - < list',
      'echo "import os" | python3 -',
      'echo "import os" | python3',
      'ls | sh',
      'ls | timeout 5 sh',
      "bash -c 'ls | sh'",
      'sudo sh < list',
      "psql <<< '\\! make'",
      'git apply < list',
      'xargs make < list',
      'ls | /usr/bin/xargs make',
      'ls | xargs timeout 5 make',
    ]
    const spelled = [
      'python3 -',
      'python3',
      'sh',
      'sudo sh',
      'timeout 5 sh',
      "bash -c 'ls | sh'",
      'psql',
      'git apply',
      'make',
      'xargs make',
      '/usr/bin/xargs make',
      'xargs timeout 5 make',
      'timeout 5 make',
      'ls *',
      'echo *',
    ]
    const allow = spelled.map((words) => `Bash(${words})`)
    const { permissions } = await openPermissions({ layers: [rules({ allow })] })
    expect(permissions.problems()).toEqual([])
    for (const command of fed) expect([command, judgeCommand(permissions, command)]).toEqual([command, 'ask'])
    // Somebody who allows all commands means these, too.
    permissions.reload([rules({ allow: ['Bash'] })])
    for (const command of fed) {
      expect([command, judgeCommand(permissions, command)]).toEqual([command, 'allow'])
    }
  })

  verifies(['security:C2'], 'no rule spells out a word that is not known before it runs', async () => {
    const open = [
      'x=/etc/passwd; cat $x',
      'x=1; node -e "$x"',
      'cat "$HOME/.netrc"',
      'make $(ls)',
      'make *.ts',
      'PAGER=$x git status',
      "bash -c 'make $x'",
    ]
    const allow = [
      "cat '$x'",
      "node -e '$x'",
      "cat '$HOME/.netrc'",
      "make '$(ls)'",
      "make '*.ts'",
      "make '$x'",
    ]
    const more = ["'PAGER=$x' git status", 'git status', "bash -c 'make $x'", 'ls']
    const { permissions } = await openPermissions({
      layers: [rules({ allow: [...allow, ...more].map((words) => `Bash(${words})`) })],
    })
    for (const command of open) {
      expect([command, judgeCommand(permissions, command)]).toEqual([command, 'ask'])
      expect([command, permissions.judge('bash', { command }).suggestions]).toEqual([command, []])
    }
    // The letters themselves are another matter.
    expect(judgeCommand(permissions, "cat '$x'")).toBe('allow')
    permissions.reload([rules({ allow: ['Bash(echo *)'] })])
    expect(judgeCommand(permissions, 'echo $x *.ts')).toBe('allow')
  })

  test('a program that only reads by its trade writes only where changing is allowed', async () => {
    const allow = ['Bash(sort *)', 'Bash(cp *)', 'Bash(echo *)']
    const writes = ['sort -o sorted list', 'echo x > out', 'cp a b > out']
    const { permissions: cautious } = await openPermissions({ layers: [rules({ allow })] })
    for (const command of writes) expect(judgeCommand(cautious, command)).toBe('ask')
    expect(judgeCommand(cautious, 'cp a b')).toBe('allow')
    expect(judgeCommand(cautious, 'cp a ../b')).toBe('ask')
    const { permissions: editing } = await openPermissions({
      mode: 'accept-edits',
      layers: [rules({ allow })],
    })
    for (const command of writes) expect(judgeCommand(editing, command)).toBe('allow')
    expect(judgeCommand(editing, 'sort -o /etc/sorted list')).toBe('ask')
    const { permissions: ruled } = await openPermissions({
      layers: [rules({ allow: [...allow, 'Edit(out)'] })],
    })
    expect(judgeCommand(ruled, 'echo x > out')).toBe('allow')
    expect(judgeCommand(ruled, 'echo x > other')).toBe('ask')
  })

  test('a rule that spells out a command allows it, but no redirection that it does not name', async () => {
    const { permissions } = await openPermissions({
      layers: [rules({ allow: ['Bash(cp a ~/b)', 'Bash(echo x)'] })],
    })
    expect(judgeCommand(permissions, 'cp a ~/b')).toBe('allow')
    expect(judgeCommand(permissions, 'echo x 2>&1')).toBe('allow')
    expect(judgeCommand(permissions, 'echo x > ~/b')).toBe('ask')
  })

  test('hosts that a command names need a rule for them', async () => {
    const { permissions } = await openPermissions({
      layers: [
        rules({
          allow: ['Bash(curl *)', 'WebFetch(domain:example.com)'],
          deny: ['WebFetch(domain:evil.com)'],
        }),
      ],
    })
    expect(judgeCommand(permissions, 'curl https://example.com/x')).toBe('allow')
    expect(judgeCommand(permissions, 'curl https://other.com/x')).toBe('ask')
    expect(judgeCommand(permissions, 'curl https://sub.evil.com/x')).toBe('deny')
  })
})

describe('rules that deny are taken at their widest', () => {
  test.each([
    'git push',
    'git push origin main',
    '/usr/bin/git push',
    'git -C elsewhere push',
    'git -c a.b=c push',
    'git --no-pager push -f',
    'GIT push',
    'ls && git push',
    'sudo git push',
    'timeout 5 git push',
    'bash -c "git push"',
    'env A=1 git push',
    '(cd x && git push)',
  ])('"git push *" denies %s', async (command) => {
    const { permissions } = await openPermissions({
      mode: 'bypass',
      layers: [rules({ allow: ['Bash'], deny: ['Bash(git push *)'] })],
    })
    expect(judgeCommand(permissions, command)).toBe('deny')
  })

  test.each(['git log push', 'git commit -m push', 'git status', 'echo git push'])(
    'and leaves %s alone',
    async (command) => {
      const { permissions } = await openPermissions({
        layers: [rules({ allow: ['Bash'], deny: ['Bash(git push *)'] })],
      })
      expect(judgeCommand(permissions, command)).toBe('allow')
    },
  )

  test.each([
    ['Read(secret)', 'cat secret/key'],
    ['Read(.env)', 'cat packages/a/.ENV'],
    ['Read(.env)', 'cat .e*'],
    ['Read(secret/*)', 'cat secret/../secret/key'],
    ['Edit(~/.*)', 'touch ~/.pi/x'],
    ['Edit', 'echo x > a'],
  ])('%s stops "%s"', async (deny, command) => {
    const { permissions } = await openPermissions({ layers: [rules({ allow: ['Bash'], deny: [deny] })] })
    expect(judgeCommand(permissions, command)).not.toBe('allow')
  })

  test('a search of a folder asks where it would read what may not be read', async () => {
    const { permissions } = await openPermissions({
      layers: [rules({ deny: ['Read(vault/keys)', 'Read(.env)'] })],
    })
    expect(permissions.judge('grep', {}).verdict).toBe('ask')
    expect(permissions.judge('grep', { path: 'vault' }).verdict).toBe('ask')
    expect(permissions.judge('grep', { path: 'vault/keys' }).verdict).toBe('deny')
    // Hidden files are left out of searches unless they are named.
    expect(permissions.judge('grep', { path: 'src' }).verdict).toBe('allow')
    expect(permissions.judge('grep', { path: 'src/.env' }).verdict).toBe('deny')
  })
})

test('a command that cannot be read asks wherever it might break a rule', async () => {
  const unread = 'cat <(make)'
  for (const config of [
    { mode: 'bypass' as const },
    { sandbox: () => sandboxOf() },
    { layers: [rules({ allow: ['Bash'] })] },
  ]) {
    const { permissions } = await openPermissions(config)
    expect(permissions.judge('bash', { command: unread }).decisive.part).toBe('Bash')
    expect(judgeCommand(permissions, unread)).toBe('allow')
    for (const strict of [
      { deny: ['Bash(rm *)'] },
      { ask: ['Read(secret)'] },
      { deny: ['WebFetch(domain:a.b)'] },
    ]) {
      permissions.reload([...(config.layers ?? []), rules(strict)])
      expect(judgeCommand(permissions, unread)).toBe('ask')
    }
  }
})

test('a rule about all changes lets commands change the workspace alone', async () => {
  const { permissions } = await openPermissions({
    layers: [rules({ allow: ['Bash(touch *)', 'Bash(cat *)', 'Edit', 'Read'] })],
  })
  expect(judgeCommand(permissions, 'cat a > b')).toBe('allow')
  expect(judgeCommand(permissions, 'touch ../x')).toBe('ask')
  expect(judgeCommand(permissions, 'cat a > ../x')).toBe('ask')
  expect(judgeCommand(permissions, 'cat /etc/passwd')).toBe('ask')
})

describe('test', () => {
  const deny = [{ rule: 'Bash(git push *)', reason: 'release only from CI', place: 'millrace.jsonc:14' }]
  const allow = [{ rule: 'Bash(git *)', place: 'millrace.jsonc:9' }]

  test('explains a command part by part', async () => {
    const { permissions } = await openPermissions({
      layers: [layer({ allow: [{ rule: 'Bash(git status *)' }] })],
    })
    const verdict = permissions.test('Bash(git status && curl x | sh)')
    expect(verdict.verdict).toBe('ask')
    expect(verdict.parts).toMatchObject([
      { part: 'Bash(git status)', verdict: 'allow', rule: { rule: 'Bash(git status *)' }, layer: 'user' },
      { part: 'Bash(curl x)', verdict: 'ask', reason: 'no rule allows "curl x"' },
      { part: 'Bash(sh)', verdict: 'ask', reason: expect.stringContaining('no rule allows "sh": ') },
    ])
  })

  test('names what starts a part, and the rules that lost', async () => {
    const { permissions } = await openPermissions({ layers: [layer({ allow, deny })] })
    const { verdict, decisive } = permissions.test('Bash(sudo git push origin main)')
    expect(verdict).toBe('deny')
    expect(decisive).toMatchObject({
      part: 'Bash(git push origin main)',
      via: ['sudo'],
      rule: deny[0],
      reason: 'rule Bash(git push *) of millrace.jsonc:14 denies it: release only from CI',
      overruled: [{ list: 'allow', rule: allow[0], layer: 'user' }],
    })
  })

  test.each([
    ['Edit(src/a.ts)', 'ask'],
    ['Read(src/a.ts)', 'allow'],
    ['Read(/etc/passwd)', 'ask'],
    ['WebFetch(domain:example.com)', 'ask'],
    ['TodoWrite', 'allow'],
    ['mcp__db__query', 'ask'],
    ['NoSuchTool', 'ask'],
  ])('takes %s', async (call, verdict) => {
    const { permissions } = await openPermissions()
    expect(permissions.test(call).verdict).toBe(verdict)
  })

  test.each(['', 'rm -rf x', 'Bash(', 'Bash()', '(x)'])('refuses "%s"', async (call) => {
    const { permissions } = await openPermissions()
    expect(() => permissions.test(call)).toThrow(expect.objectContaining({ code: 'PERMISSION_RULE_INVALID' }))
  })
})
