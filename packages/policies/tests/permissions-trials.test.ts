import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layer, openPermissions, rules } from './support/permission-bench.ts'

const made = (command: string) => ['bash', { command }] as const
const grant = (rule: string) => ({ rule, lasts: 'session', by: 'terminal' }) as const

describe('rules that are tried', () => {
  test('allow beside all others, and nothing of them is kept', async () => {
    const { permissions } = await openPermissions({ layers: [rules({ allow: ['Bash(make *)'] })] })
    const listed = permissions.list()
    const call = made('make && npm test')
    expect(permissions.try(['Bash(npm *)'], ...call)).toEqual({ verdict: 'allow' })
    expect(permissions.try(['Bash(npm test)'], ...call)).toEqual({ verdict: 'allow' })
    expect(permissions.judge(...call).verdict).toBe('ask')
    expect([permissions.list(), permissions.grants(), permissions.problems()]).toEqual([listed, [], []])
  })

  test('stand beside what the session allows, and bring nothing back that was revoked', async () => {
    const saved = { ...grant('Bash(deploy *)'), id: 'grant-1', at: 0 }
    const { permissions } = await openPermissions({
      layers: [layer({ allow: [{ rule: saved.rule, grant: saved }] })],
    })
    const given = permissions.grant(grant('Bash(make *)'))
    const command = 'make && deploy now && npm test'
    const tried = () => permissions.try(['Bash(npm test)'], ...made(command)).verdict
    expect(tried()).toBe('allow')
    permissions.revoke(saved.id, 'me')
    expect(tried()).toBe('ask')
    permissions.reload([rules({ allow: ['Bash(deploy now)'] })])
    expect(tried()).toBe('allow')
    permissions.revoke(given.id, 'me')
    expect(tried()).toBe('ask')
  })

  test.each([
    [['Bash(npm test'], /^the rule "Bash\(npm test" .*\)/],
    [
      ['Bash(make)'],
      /^with this rule the call would be asked about all the same: no rule allows "npm test"$/,
    ],
    [['Bash(make)', 'Bash(ls)'], /^with these rules the call would be asked about all the same: /],
    [['Bsh(npm test)'], /asked about all the same: no tool is called "Bsh"; did you mean "Bash"/],
    [['Bash(npm test && make)'], /asked about all the same: "&&" joins programs/],
  ] as const)('say why %j are not worth keeping', async (texts, problem) => {
    const { permissions } = await openPermissions()
    const { verdict, problem: said } = permissions.try(texts, ...made('npm test'))
    expect([verdict, said]).toEqual(['ask', expect.stringMatching(problem)])
  })

  test('are outweighed by what asks and denies', async () => {
    const { permissions } = await openPermissions({
      layers: [rules({ ask: ['Bash(npm publish)'], deny: ['Bash(rm *)'] })],
    })
    expect(permissions.try(['Bash(npm publish)'], ...made('npm publish'))).toEqual({
      verdict: 'ask',
      problem: expect.stringMatching(/asked about all the same: .*Bash\(npm publish\).* asks about all/),
    })
    expect(permissions.try(['Bash(rm a)'], ...made('rm a'))).toEqual({
      verdict: 'deny',
      problem: expect.stringMatching(
        /^with this rule the call would be denied all the same: .*Bash\(rm \*\)/,
      ),
    })
    expect(permissions.try(['Edit'], 'edit', { path: '.git/config' }).problem).toContain('is protected')
  })

  test('come to what they come to once they are kept', async () => {
    const { permissions } = await openPermissions()
    const rule = fc.constantFrom(
      'Bash(make *)',
      'Bash(make)',
      'Bash(npm test)',
      'Edit(src/**)',
      'Bash',
      'Read',
    )
    const command = fc.constantFrom(
      'make',
      'make x && npm test',
      'make > src/a',
      'cat /etc/passwd',
      'x "$(y)"',
    )
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), command, (tried, text) => {
        permissions.reload([])
        const { verdict } = permissions.try(tried, ...made(text))
        permissions.reload([rules({ allow: tried })])
        expect(permissions.judge(...made(text)).verdict).toBe(verdict)
      }),
    )
  })
})
