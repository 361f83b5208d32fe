import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json } from './millrace.ts'
import { person } from './person.ts'
import { asks, home, runs, type Home } from './running.ts'
import { at, called, record, said } from './sessions-recorded.ts'

const id = '7f3a81c2000000000000000000000001'

const rules = `{
  "permissions": {
    "deny": [
      { "rule": "Bash(git push *)", "reason": "release only from CI" }
    ],
    "ask": ["Bash(echo *)"]
  }
}
`

const push = { calls: [{ ...asks('bash', { command: 'git push origin main' }), id: 'call_push' }] }

/** A home in which a rule denied a push. */
async function denied(): Promise<Home> {
  const live = home({ 'millrace.jsonc': rules, 'notes.md': 'TODO' })
  await runs(['push'], [push, 'No.'], { at: live })
  return live
}

describe('the explanation of a denied call', () => {
  test('names the rule, the place where it stands now, and each stage', async () => {
    const live = await denied()
    const { status, out } = await at(live, ['explain', '1'])
    expect(status).toBe(0)
    for (const line of [
      /^call 1 {2}bash {2}denied {2}by permissions {2}session [0-9a-f]{8}, turn 1, step 1, id call_push$/m,
      /^ {2}arguments +\{"command":"git push origin main"\}$/m,
      /^ {2}sha256 +[0-9a-f]{64}$/m,
      /^ {2}failure +.*release only from CI$/m,
      /^ {2}stage +outcome +by +took$/m,
      /^ {2}pre-execute +deny +permissions +\d.*m?s$/m,
      /^rule +Bash\(git push \*\)$/m,
      /^ {2}now +deny +millrace\.jsonc:4 +reason "release only from CI"$/m,
    ])
      expect(out()).toMatch(line)
  })

  test('is as whole where a program made it', async () => {
    const live = home({ 'millrace.jsonc': rules })
    const code = "return await tools.bash({ command: 'git push origin main' }).catch(() => 'refused')"
    const program = { calls: [asks('run_code', { code, description: 'push' })] }
    await runs(['push', '--mode', 'code', '--runtime', 'inline'], [program, 'No.'], { at: live })
    const { out } = await at(live, ['explain', '2'])
    for (const line of [
      /^call 2 {2}bash {2}denied {2}by permissions\s.* made by the program of call call_1, id call_1:code:1$/m,
      /^ {2}pre-execute +deny +permissions +\d.*m?s$/m,
      /^rule +Bash\(git push \*\)$/m,
    ])
      expect(out()).toMatch(line)
  })

  test('says where it stands when the file has changed, and when it stands nowhere', async () => {
    const live = await denied()
    writeFileSync(join(live.project, 'millrace.jsonc'), `// moved\n\n${rules}`)
    expect((await at(live, ['explain', '1'])).out()).toContain('millrace.jsonc:6')
    writeFileSync(join(live.project, 'millrace.jsonc'), '{}')
    expect((await at(live, ['explain', '1'])).out()).toContain('in no settings of the folder any more')
    writeFileSync(join(live.project, 'millrace.jsonc'), '{')
    expect((await at(live, ['explain', '1'])).out()).toContain('is not known: millrace.jsonc:')
  })

  test('does not need the folder any more', async () => {
    const live = await denied()
    const state = live.env['HOME'] ?? ''
    const [log = ''] = live.logs()
    const session = (JSON.parse(log.split('\n')[0] ?? '') as { id: string }).id
    rmSync(live.project, { recursive: true })
    const { status, out } = await at(live, ['explain', '1', '--session', session], { cwd: state })
    expect([status, out()]).toEqual([0, expect.stringContaining('the folder is not there any more')])
  })

  test('is an object with --json', async () => {
    const report = json(await at(await denied(), ['explain', 'call_p', '--json']))
    expect(report).toMatchObject({
      number: 1,
      callId: 'call_push',
      tool: 'bash',
      arguments: { command: 'git push origin main' },
      status: 'denied',
      by: 'permissions',
      rule: {
        rule: 'Bash(git push *)',
        found: [
          { list: 'deny', layer: 'project', place: 'millrace.jsonc:4', reason: 'release only from CI' },
        ],
      },
      questions: [],
      result: { isError: true },
    })
    expect(report['stages']).toContainEqual(
      expect.objectContaining({ stage: 'pre-execute', decision: 'deny', source: 'permissions' }),
    )
  })
})

describe('the explanation of a question', () => {
  test('has its reason, its hash, who answered, and the words', async () => {
    const live = home({ 'millrace.jsonc': rules })
    const sitting = person([/deny and say why/, '5'], [/why\? /, 'not today\r'])
    await runs(['say it'], [{ calls: [asks('bash', { command: 'echo one' })] }, 'No.'], {
      at: live,
      ...sitting,
    })
    const { out } = await at(live, ['explain', '1'])
    expect(out()).toMatch(/^question +.*Bash\(echo \*\)/m)
    expect(out()).toMatch(/^ {2}hash +[0-9a-f]{64}$/m)
    expect(out()).toMatch(/^ {2}answer +rejected by user, after \d.*s +"not today"$/m)
  })

  test('says that nobody was there', async () => {
    const live = home({ 'millrace.jsonc': rules })
    await runs(['say it'], [{ calls: [asks('bash', { command: 'echo one' })] }, 'No.'], { at: live })
    const report = json(await at(live, ['explain', '1', '--json']))
    expect(report).toMatchObject({ status: 'denied', by: 'nobody to ask' })
  })
})

describe('the explanation of a call without a trace', () => {
  test('says that its process ended', async () => {
    const live = home()
    const [call] = called('c1', 'bash', '{"command":"sleep 9"}', '')
    if (call === undefined) throw new Error('no call')
    record(live, id, [...said('a', 'b').slice(0, 2), call])
    const { status, out } = await at(live, ['explain', 'c1'])
    expect([status, out()]).toEqual([0, expect.stringMatching(/bash {2}open[^]*not told\s+it has not ended/)])
  })

  test('says that nobody knows its outcome, once the session went on', async () => {
    const live = home()
    const [call] = called('c1', 'bash', '{"command":"sleep 9"}', '')
    if (call === undefined) throw new Error('no call')
    // Only what has tools is an agent's, and goes on.
    record(live, id, [...said('a', 'b').slice(0, 2), call], { tools: { bash: '0'.repeat(16) } })
    await runs(['go on', '--continue'], ['Yes.'], { at: live })
    const { out } = await at(live, ['explain', 'c1'])
    expect(out()).not.toContain('took')
    expect(out()).toMatch(/bash {2}unknown[^]*not told\s+the process ended before it did[^]*$/)
  })

  test('says so of one of a program, too', async () => {
    const live = home()
    const of = {
      rootCallId: 'c1',
      parentCallId: 'c1',
      subCallId: 'c1.1',
      name: 'read',
      arguments: { path: 'a' },
    }
    record(live, id, [
      ...said('a', 'b').slice(0, 2),
      ...called('c1', 'code', '{}', '').slice(0, 1),
      ['tool/code-dispatch-start', of],
      ['tool/code-dispatch', { ...of, isError: false, content: [] }],
    ])
    const { out } = await at(live, ['explain', '2'])
    expect(out()).toMatch(
      /^call 2 {2}read {2}done [^]*made by the program of call c1[^]*whoever wrote the log kept no trace/,
    )
  })
})

describe('the name of a call', () => {
  const recorded = (): Home => {
    const live = home()
    record(live, id, [
      ...said('a', 'b').slice(0, 2),
      ...called('abc1', 'read', '{}', ''),
      ...called('abd2', 'glob', '{}', ''),
    ])
    return live
  }

  test.each([['2'], ['abd'], ['abd2']])('may be %j', async (wanted) => {
    expect((await at(recorded(), ['explain', wanted])).out()).toMatch(/^call 2 {2}glob/)
  })

  test.each([
    [
      'ab',
      '2 calls of session 7f3a81c2 begin with "ab"\n  give more of the id, or the number of the call: 1 (read, abc1), 2 (glob, abd2)',
    ],
    ['3', 'session 7f3a81c2 has no call "3"\n  its calls: 1 (read, abc1), 2 (glob, abd2)'],
    ['abx1', 'did you mean abc1'],
  ])('is refused where it is %j', async (wanted, problem) => {
    const { status, err } = await at(recorded(), ['explain', wanted])
    expect([status, err()]).toEqual([2, expect.stringContaining(problem)])
  })

  test('means nothing in a session without calls', async () => {
    const live = home()
    record(live, id, said('a', 'b'))
    const { status, err } = await at(live, ['explain', '1'])
    expect([status, err()]).toEqual([2, 'millrace: session 7f3a81c2 has no calls\n'])
  })
})
