import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json } from './millrace.ts'
import { asks, home, runs, type Home } from './running.ts'
import { at, called, record, said } from './sessions-recorded.ts'

const id = '7f3a81c2000000000000000000000001'

const calls = [
  {
    calls: [
      asks('read', { path: 'notes.md' }),
      asks('bash', { command: 'echo one && git status' }),
      asks('read', { path: '/etc/passwd' }),
      asks('nothing', {}),
    ],
  },
  'Done.',
]

/** A home with a recorded session, and rules to try on it. */
async function recorded(rules: string, flags = ['--approve-all']): Promise<Home> {
  const live = home({ 'notes.md': 'TODO', 'rules.jsonc': rules })
  await runs(['do it', ...flags], calls, { at: live })
  return live
}

const stricter = `{
  // Tried before it counts.
  "permissions": {
    "allow": ["Bash(echo *)", "Edit(src/**)"],
    "deny": [{ "rule": "Read(notes.md)", "reason": "not now" }, "Bash(rm *)"]
  }
}`

describe('rules that are tried on a session', () => {
  test('say what would differ, because of which rule, and which of them decide nothing', async () => {
    const live = await recorded(stricter)
    const { status, out } = await at(live, ['policy', 'replay', '--rules', 'rules.jsonc'], { columns: 160 })
    expect(status).toBe(0)
    for (const line of [
      /^rules\.jsonc {2}on session [0-9a-f]{8} {2}mode default {2}commands as without a sandbox$/m,
      /^ {2}1 {2}read +allow {2}-> deny +Read\(notes\.md\) +rule Read\(notes\.md\) +rules\.jsonc:5$/m,
      /^ {2}2 {2}bash +ask +-> ask +Bash\(git status\) +/m,
      /^ {2}3 {2}read +deny +-> deny .* held back by workspace, as it was$/m,
      /^ {2}4 {2}nothing +/m,
      /^4 calls: 1 would differ \(1 allow -> deny\), 2 the same, 1 not judged$/m,
      /^deny +Bash\(rm \*\) +rules\.jsonc:5$/m,
      /^allow +Edit\(src\/\*\*\) +rules\.jsonc:4$/m,
    ])
      expect(out()).toMatch(line)
    expect(out()).not.toMatch(/^allow +Bash\(echo/m)
  })

  test('are an object with --json', async () => {
    const live = await recorded(stricter)
    const report = json(await at(live, ['policy', 'replay', '--rules', 'rules.jsonc', '--json']))
    expect(report).toMatchObject({
      rules: 'rules.jsonc',
      mode: 'default',
      sandbox: 'none',
      summary: { calls: 4, differ: 1, same: 2, unjudged: 1, changes: { 'allow -> deny': 1 } },
      unused: expect.arrayContaining([
        { list: 'deny', rule: 'Bash(rm *)', source: 'rules.jsonc:5', idle: null },
      ]),
      problems: [],
    })
    expect(report['calls']).toContainEqual(
      expect.objectContaining({
        number: 1,
        was: { verdict: 'allow', by: 'permissions', rule: null },
        would: expect.objectContaining({ verdict: 'deny', rule: 'Read(notes.md)', source: 'rules.jsonc:5' }),
        differs: true,
      }),
    )
  })

  test('may stand alone, without the rest of settings', async () => {
    const live = await recorded('{ "deny": ["Read"], "mode": "plan" }')
    const report = json(await at(live, ['policy', 'replay', '--rules', 'rules.jsonc', '--json']))
    expect(report).toMatchObject({
      mode: 'plan',
      summary: { changes: { 'allow -> deny': 1, 'ask -> deny': 1 } },
    })
  })

  test('are tried in another mode', async () => {
    const live = await recorded('{}')
    const under = async (mode: string): Promise<unknown> => {
      const argv = ['policy', 'replay', '--rules', 'rules.jsonc', '--mode', mode, '--json']
      return json(await at(live, argv))['summary']
    }
    expect(await under('default')).toMatchObject({ differ: 0 })
    expect(await under('bypass')).toMatchObject({ changes: { 'ask -> allow': 1 } })
  })

  test('take commands for ones in a sandbox where that is said, or where the session tells', async () => {
    const live = await recorded('{}')
    const argv = ['policy', 'replay', '--rules', 'rules.jsonc', '--json']
    const within = json(await at(live, [...argv, '--sandbox', 'required']))
    expect(within).toMatchObject({ sandbox: 'full', summary: { changes: { 'ask -> allow': 1 } } })
    const ran = {
      status: 'done',
      stages: [{ stage: 'pre-execute', source: 'permissions', decision: 'allow', ms: 0 }],
    } as const
    record(live, id, [
      ...said('a', 'b').slice(0, 2),
      ...called('c', 'bash', '{"command":"make"}', '', { trace: ran }),
    ])
    const told = json(await at(live, [...argv, '--session', id]))
    expect(told).toMatchObject({ sandbox: 'full', summary: { differ: 0, same: 1 } })
  })

  test('end with status 3 where something differs, if that is wanted', async () => {
    const live = await recorded(stricter)
    const argv = ['policy', 'replay', '--rules', 'rules.jsonc']
    expect((await at(live, [...argv, '--fail-on-change'])).status).toBe(3)
    writeFileSync(join(live.project, 'rules.jsonc'), '{}')
    expect((await at(live, [...argv, '--fail-on-change'])).status).toBe(0)
  })

  test('are tried on calls of programs and of sub-agents', async () => {
    const live = home({ 'rules.jsonc': '{ "deny": ["Read(secret)"] }' })
    const of = {
      rootCallId: 'c1',
      parentCallId: 'c1',
      subCallId: 'c1.1',
      name: 'read',
      arguments: { path: 'secret' },
    }
    const allowed = {
      status: 'done',
      stages: [{ stage: 'pre-execute', source: 'permissions', decision: 'allow', ms: 0 }],
    } as const
    record(live, id, [
      ...said('a', 'b').slice(0, 2),
      ...called('c1', 'code', '{}', '').slice(0, 1),
      ['tool/code-dispatch-start', of],
      ['tool/code-dispatch', { ...of, isError: false, content: [] }],
      ...called('s1', 'read', '{"path":"secret"}', '', { agent: 'sub', trace: allowed }),
    ])
    const report = json(await at(live, ['policy', 'replay', '--rules', 'rules.jsonc', '--json']))
    expect(report['calls']).toMatchObject([
      { number: 1, was: null },
      { number: 2, parent: 'c1', differs: true, was: { verdict: 'allow' }, would: { verdict: 'deny' } },
      { number: 3, agent: 'sub', differs: true },
    ])
  })

  test('run nothing', async () => {
    const live = await recorded('{ "permissions": { "allow": ["Bash"] } }', [])
    record(live, id, [
      ...said('a', 'b').slice(0, 2),
      ...called('c', 'bash', JSON.stringify({ command: `touch ${join(live.project, 'PWNED')}` }), ''),
    ])
    await at(live, ['policy', 'replay', '--rules', 'rules.jsonc', '--session', id])
    const listed = await at(live, ['call', 'glob', 'pattern=PWNED', '--json'])
    expect(JSON.parse(listed.out())).toMatchObject({ value: { paths: [] } })
  })
})

/** A home with a session that has no calls. */
function empty(rules: string): Home {
  const live = home({ 'rules.jsonc': rules })
  record(live, id, said('a', 'b'))
  return live
}

describe('a file of rules', () => {
  test.each([
    ['{ "permissions": ', 'rules.jsonc:1:18: expected a value'],
    ['{ "permissions": { "deny": "Bash" } }', 'rules.jsonc:1:28: expected a list of rules'],
    ['[]', 'rules.jsonc:1:1: expected an object'],
  ])('is refused with its place where it is %j', async (rules, problem) => {
    const live = empty(rules)
    const { status, err } = await at(live, ['policy', 'replay', '--rules', 'rules.jsonc'])
    expect([status, err()]).toEqual([2, expect.stringContaining(problem)])
  })

  test('has rules that cannot be read, which are told of with their place', async () => {
    const live = empty('{ "allow": ["Bash(", "grep"], "dney": [] }')
    const { status, err } = await at(live, ['policy', 'replay', '--rules', 'rules.jsonc'])
    expect(status).toBe(0)
    expect(err()).toMatch(/^millrace: warn: rules\.jsonc:1:31: unknown key "dney"; did you mean deny\?$/m)
    expect(err()).toMatch(/^millrace: warn: rules\.jsonc:1: allow Bash\(: /m)
  })

  test.each([
    [['--rules', 'no.jsonc'], 'no.jsonc does not exist'],
    [['--rules', '.'], 'cannot be read (EISDIR)'],
    [[], 'required option "--rules <file>" not specified'],
    [['--rules', 'rules.jsonc', '--mode', 'pln'], 'Allowed choices are default, accept-edits, plan, bypass'],
  ])('is needed: %j', async (flags, problem) => {
    const live = empty('{}')
    const { status, err } = await at(live, ['policy', 'replay', ...flags])
    expect([status, err()]).toEqual([2, expect.stringContaining(problem)])
  })
})

test.each([
  [['policy'], 'which part of policy is meant?'],
  [['policy', 'rply'], 'did you mean replay?'],
])('%j is refused', async (argv, problem) => {
  const { status, err } = await at(home(), argv)
  expect([status, err()]).toEqual([2, expect.stringContaining(problem)])
})
