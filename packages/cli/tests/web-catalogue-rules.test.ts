import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { place, settings, type Place } from './settings.ts'
import { called, record, said, type Written } from './sessions-recorded.ts'
import { catalogue } from './web-catalogue.ts'

const user = '~/.config/millrace/millrace.jsonc'

const rules = settings({
  permissions: {
    allow: ['Bash(echo *)', 'Edit(src/**)'],
    ask: ['Bash(curl *)'],
    deny: [{ rule: 'Read(secret)', reason: 'not for models' }, 'Bsh(x)'],
  },
})

/** A place of the person's own rules, in which nothing real is touched. */
function here(files: Readonly<Record<string, string>> = { [user]: rules }): Place & { logs: () => [] } {
  const at = place(files, { PATH: process.env['PATH'], MILLRACE_SANDBOX: 'off', NO_COLOR: '1' })
  return { ...at, env: { ...at.env, XDG_STATE_HOME: join(at.home, 'state') }, logs: () => [] }
}

/** Writes a session there. */
function recorded(
  at: Place,
  id: string,
  events: readonly Written[],
  more: { time?: number; cwd?: string } = {},
) {
  const home = { ...at, env: at.env as Record<string, string>, logs: () => [] }
  record(home, id, [...said(`words of ${id}`, 'b').slice(0, 2), ...events], more)
}

const id = (digit: number): string => `7f3a81c200000000000000000000000${digit}`

function bash(callId: string, command: string, decision: 'allow' | 'ask' | 'deny', rule?: string) {
  const stages = [{ stage: 'pre-execute', source: 'permissions', decision, ms: 0 }] as const
  const trace = { status: 'done', stages, ...(rule !== undefined && { rule }) } as const
  return called(callId, 'bash', JSON.stringify({ command }), '', { trace })
}

function read(callId: string, path: string, decision: 'allow' | 'deny', rule?: string) {
  const stages = [{ stage: 'pre-execute', source: 'permissions', decision, ms: 0 }] as const
  const trace = {
    status: decision === 'deny' ? 'denied' : 'done',
    stages,
    ...(rule !== undefined && { rule }),
  } as const
  return called(callId, 'read', JSON.stringify({ path }), '', { trace, isError: decision === 'deny' })
}

describe('the rules of a page', () => {
  test('are told with where they stand, and which can never decide', async () => {
    const { host } = await catalogue(here())
    const report = await host.rules()
    expect(report).toMatchObject({
      mode: 'default',
      modeSource: 'built-in',
      sandbox: 'off, MILLRACE_SANDBOX',
    })
    expect(report.rules).toContainEqual({
      list: 'deny',
      rule: 'Read(secret)',
      layer: 'user',
      source: expect.stringMatching(/^~\/\.config\/millrace\/millrace\.jsonc:\d+$/),
      reason: 'not for models',
      decided: [],
      fired: 0,
    })
    expect(report.rules.find(({ rule }) => rule === 'Bsh(x)')?.idle).toMatch(/did you mean "Bash"/)
    expect(report).toMatchObject({ grants: [], callsRead: 0 })
  })

  test('are told with what they decided lately, the last first', async () => {
    const at = here()
    recorded(at, id(1), bash('c1', 'echo one', 'allow', 'Bash(echo *)'), { time: 1_700_000_000_000 })
    recorded(
      at,
      id(2),
      [
        ...bash('c2', 'echo two', 'allow', 'Bash(echo *)'),
        ...read('c3', 'secret', 'deny', 'Read(secret)'),
        ...read('c4', 'notes.md', 'allow'),
      ],
      { time: 1_700_000_100_000 },
    )
    const { host } = await catalogue(at)
    const report = await host.rules()
    const of = (rule: string) => report.rules.find((each) => each.rule === rule)
    expect(of('Bash(echo *)')).toMatchObject({
      fired: 2,
      decided: [
        { session: id(2), callId: 'c2', tool: 'bash', subject: '$ echo two', at: 1_700_000_102_000 },
        { session: id(1), callId: 'c1', subject: '$ echo one' },
      ],
    })
    expect(of('Read(secret)')).toMatchObject({ fired: 1, decided: [{ callId: 'c3', subject: 'secret' }] })
    expect(of('Edit(src/**)')).toMatchObject({ fired: 0, decided: [] })
    expect(report.callsRead).toBe(4)
  })

  test('have not decided what others held back, nor what ran in another folder', async () => {
    const at = here()
    const stages = [
      { stage: 'pre-execute', source: 'permissions', decision: 'allow', ms: 0 },
      { stage: 'guard', source: 'workspace', decision: 'deny', ms: 0 },
    ] as const
    const trace = { status: 'denied', by: 'workspace', rule: 'Edit(src/**)', stages } as const
    recorded(at, id(1), called('c1', 'edit', '{"path":"src/a"}', '', { trace, isError: true }))
    recorded(at, id(2), bash('c2', 'echo two', 'allow', 'Bash(echo *)'), { cwd: at.home })
    const { host } = await catalogue(at)
    expect(await host.rules()).toMatchObject({ callsRead: 1 })
    expect((await host.rules()).rules.every(({ fired }) => fired === 0)).toBe(true)
  })

  test('are looked for in the last 200 calls alone', async () => {
    const at = here()
    const calls = Array.from({ length: 250 }, (_, n) => bash(`c${n}`, `echo ${n}`, 'allow', 'Bash(echo *)'))
    recorded(at, id(1), calls.flat())
    const { host } = await catalogue(at)
    const report = await host.rules()
    expect(report.callsRead).toBe(200)
    expect(report.rules.find(({ rule }) => rule === 'Bash(echo *)')).toMatchObject({ fired: 200 })
    expect(report.rules.find(({ rule }) => rule === 'Bash(echo *)')?.decided[0]).toMatchObject({
      callId: 'c249',
    })
  })

  test('count what was decided since the page looked last', async () => {
    const { host, ended } = await catalogue(here())
    const fired = async () => (await host.rules()).rules.find(({ rule }) => rule === 'Bash(echo *)')?.fired
    expect(await fired()).toBe(0)
    await ended(await host.call('bash', '{"command":"echo hi"}'))
    expect(await fired()).toBe(1)
  })

  test('are told although a session cannot be read', async () => {
    const at = here()
    recorded(at, id(1), bash('c1', 'echo one', 'allow', 'Bash(echo *)'))
    recorded(at, id(2), [['tool/call', { nonsense: true } as never]])
    const { host } = await catalogue(at)
    expect(await host.rules()).toMatchObject({ callsRead: 1 })
  })
})

describe('a call that is tested', () => {
  test('is judged part by part, and never made', async () => {
    const { host } = await catalogue(here())
    const tested = await host.testRules('Bash(echo hi && sudo curl x)')
    expect(tested.verdict).toBe('ask')
    expect(tested.parts).toMatchObject([
      { part: 'Bash(echo hi)', verdict: 'allow', rule: 'Bash(echo *)', via: [], overruled: [] },
      { part: 'Bash(sudo curl x)', verdict: 'ask', via: [] },
      { part: 'Bash(curl x)', verdict: 'ask', rule: 'Bash(curl *)', via: ['sudo'] },
    ])
  })

  test('says which rules lose, and which would allow it', async () => {
    const { host } = await catalogue(
      here({ [user]: settings({ permissions: { allow: ['Bash(git *)'], deny: ['Bash(git push *)'] } }) }),
    )
    const denied = await host.testRules('Bash(git push x)')
    expect(denied).toMatchObject({
      verdict: 'deny',
      parts: [{ overruled: [expect.stringMatching(/^allow Bash\(git \*\) of ~/)] }],
    })
    expect((await host.testRules('Bash(make)')).suggestions[0]).toEqual(['Bash(make)'])
  })

  test.each([
    ['Bash(', 'PERMISSION_RULE_INVALID'],
    [`Bash(${'x'.repeat(70_000)})`, 'PERMISSION_RULE_INVALID'],
  ])('is refused where it is none', async (call, code) => {
    const { host } = await catalogue(here())
    await expect(host.testRules(call)).rejects.toMatchObject({ code })
  })

  test.each([
    ['git status', 'PERMISSION_RULE_INVALID', 'a command is written as Bash(git status)'],
    ['gerp(x)', 'UNKNOWN_TOOL', 'did you mean grep?'],
  ])('is not taken for another: %s', async (call, code, hint) => {
    const { host } = await catalogue(here())
    const hints = expect.arrayContaining([hint])
    await expect(host.testRules(call)).rejects.toMatchObject({ code, hints })
    for (const other of ['WebFetch(domain:a.example)', 'mcp__none__x', 'AskUser', 'web_search'])
      expect(await host.testRules(other)).toMatchObject({ verdict: expect.any(String) })
  })
})

const none = { allow: [], ask: [], deny: [] }

describe('other rules that are tried on what was recorded', () => {
  test('say what would differ, in which session, because of what, and which decided nothing', async () => {
    const at = here()
    recorded(at, id(1), [
      ...bash('c1', 'echo one', 'allow', 'Bash(echo *)'),
      ...read('c2', 'notes.md', 'allow'),
    ])
    const { host } = await catalogue(at)
    const replayed = await host.replayRules({
      rules: { ...none, deny: ['Read(notes.md)', 'Bash(rm *)'], allow: ['Bash(echo *)', 'Bash('] },
      mode: 'default',
    })
    expect(replayed.sessions).toEqual([
      {
        id: id(1),
        title: `words of ${id(1)}`,
        calls: [
          expect.objectContaining({
            callId: 'c1',
            subject: '$ echo one',
            was: 'allow',
            would: 'allow',
            differs: false,
          }),
          {
            callId: 'c2',
            tool: 'read',
            subject: 'notes.md',
            was: 'allow',
            would: 'deny',
            differs: true,
            because: expect.stringContaining('rule Read(notes.md) of deny 1'),
          },
        ],
      },
    ])
    expect(replayed).toMatchObject({ differ: 1, same: 1, unjudged: 0 })
    expect(replayed.unused).toEqual(
      expect.arrayContaining([
        { list: 'deny', rule: 'Bash(rm *)' },
        { list: 'allow', rule: 'Bash(', idle: expect.stringContaining('closes') },
      ]),
    )
    expect(replayed.unused).toHaveLength(2)
    expect(replayed.problems).toEqual([expect.stringMatching(/^allow 2: Bash\(: /)])
  })

  test('hold back all the more where one that denies cannot be read', async () => {
    const at = here()
    recorded(at, id(1), bash('c1', 'echo one', 'allow', 'Bash(echo *)'))
    const { host } = await catalogue(at)
    const replayed = await host.replayRules({ rules: { ...none, deny: ['Bash('] }, mode: 'default' })
    expect(replayed.sessions[0]?.calls).toMatchObject([
      { would: 'deny', because: expect.stringContaining('cannot be read') },
    ])
    expect(replayed.problems).toEqual([expect.stringMatching(/^deny 1: Bash\(: /)])
  })

  test('may be tried on some sessions alone, in another mode', async () => {
    const at = here()
    for (const digit of [1, 2]) recorded(at, id(digit), bash('c1', 'make', 'ask'))
    const { host } = await catalogue(at)
    const replayed = await host.replayRules({ rules: none, mode: 'bypass', sessions: [id(2)] })
    expect(replayed.sessions.map((session) => session.id)).toEqual([id(2)])
    expect(replayed).toMatchObject({ differ: 1 })
    await expect(
      host.replayRules({ rules: none, mode: 'default', sessions: ['nope-nope'] }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('there is no session nope-nope'),
    })
  })

  test('look at the last 20 sessions of the folder, and tell of those that cannot be read', async () => {
    const at = here()
    for (let number = 0; number < 22; number++)
      recorded(
        at,
        `7f3a81c20000000000000000000001${String(number).padStart(2, '0')}`,
        bash('c', 'make', 'ask'),
      )
    recorded(at, id(1), [['tool/call', { nonsense: true } as never]])
    const { host } = await catalogue(at)
    const replayed = await host.replayRules({ rules: none, mode: 'default' })
    expect(replayed.sessions.length + replayed.problems.length).toBe(20)
    expect(replayed.problems).toEqual([expect.stringMatching(/^session 7f3a81c2 cannot be read: /)])
  })

  test.each<[Record<'allow' | 'ask' | 'deny', readonly string[]>, string]>([
    [{ ...none, allow: Array.from({ length: 1001 }, () => 'Bash') }, 'the list allow has 1001 rules'],
    [{ ...none, ask: ['x'.repeat(5000)] }, 'ask 1: expected a rule of at most 4096 characters'],
  ])('are refused where they are too many or too long', async (written, message) => {
    const { host } = await catalogue(here())
    await expect(host.replayRules({ rules: written, mode: 'default' })).rejects.toMatchObject({
      code: 'RULES_INVALID',
      message: expect.stringContaining(message),
    })
  })

  test('let other work of the process go on', async () => {
    const at = here()
    const calls = Array.from({ length: 600 }, (_, n) => bash(`c${n}`, 'make', 'ask'))
    recorded(at, id(1), calls.flat())
    const { host } = await catalogue(at)
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const replayed = await host.replayRules({ rules: { ...none, allow: ['Bash(make *)'] }, mode: 'default' })
    clearInterval(timer)
    expect(replayed.sessions[0]?.calls).toHaveLength(600)
    expect(turns).toBeGreaterThan(3)
  })
})

describe('what was allowed beyond single calls', () => {
  const make = { rule: 'Bash(make *)', grant: { id: 'g7', by: 'user', at: '2026-01-31T00:00:00Z' } }

  test('is taken back for the session, and nothing else with it', async () => {
    const { host, workspace } = await catalogue(here())
    const { permissions } = workspace.ctx
    const given = { lasts: 'session', by: 'user' } as const
    const [one, other] = ['Bash(make *)', 'Bash(npm *)'].map((rule) => permissions.grant({ ...given, rule }))
    expect((await host.rules()).grants.map(({ id }) => id)).toEqual([one?.id, other?.id])
    await host.revokeGrant(one?.id ?? '')
    expect((await host.rules()).grants.map(({ id }) => id)).toEqual([other?.id])
    expect(await host.testRules('Bash(make all)')).toMatchObject({ verdict: 'ask' })
    await expect(host.revokeGrant(one?.id ?? '')).rejects.toMatchObject({ code: 'GRANT_NOT_FOUND' })
  })

  test('is taken out of the settings where it is for good', async () => {
    const at = here({ [user]: settings({ permissions: { allow: [make, 'Bash(echo *)'] } }) })
    const { host } = await catalogue(at)
    expect(await host.testRules('Bash(make all)')).toMatchObject({ verdict: 'allow' })
    await host.revokeGrant('g7')
    expect(await host.testRules('Bash(make all)')).toMatchObject({ verdict: 'ask' })
    expect((await host.rules()).grants).toEqual([])
    const written = readFileSync(join(at.home, user.slice('~/'.length)), 'utf8')
    expect([written.includes('make'), written.includes('Bash(echo *)')]).toEqual([false, true])
  })

  test('stays where this command does not write, and says so', async () => {
    const at = here({ 'other.json': settings({ permissions: { allow: [make] } }) })
    const { host } = await catalogue({
      ...at,
      env: { ...at.env, MILLRACE_CONFIG: join(at.project, 'other.json') },
    })
    await expect(host.revokeGrant('g7')).rejects.toMatchObject({
      code: 'GRANT_STAYS',
      message: '"Bash(make *)" stays',
      hints: [expect.stringContaining('is not changed by this command')],
    })
    expect(await host.testRules('Bash(make all)')).toMatchObject({ verdict: 'allow' })
  })
})

describe('the mode of a page', () => {
  test('changes what happens where no rule decides', async () => {
    const { host } = await catalogue(here())
    await host.setMode('plan')
    expect(await host.rules()).toMatchObject({ mode: 'plan', modeSource: 'chosen in the workbench' })
    expect(await host.testRules('Edit(other)')).toMatchObject({ verdict: 'deny' })
  })

  test('asks nobody only where the operator allows that', async () => {
    const { host } = await catalogue(here())
    await expect(host.setMode('bypass')).rejects.toMatchObject({
      code: 'MODE_NOT_ALLOWED',
      message: expect.stringContaining('expected one of default, accept-edits, plan'),
    })
    expect(await host.rules()).toMatchObject({ mode: 'default' })
    const { host: allowed } = await catalogue(here(), { allowsBypass: true })
    await allowed.setMode('bypass')
    expect(await allowed.testRules('Bash(make)')).toMatchObject({ verdict: 'allow' })
  })
})
