import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { events, asks, home, runs, type Home } from './running.ts'
import { at, called, logIn, record, said, totals } from './sessions-recorded.ts'
import { tool, withTools } from './workspace.ts'

const id = '7f3a81c2000000000000000000000001'

const script = [
  {
    text: 'I will look.',
    calls: [
      asks('read', { path: 'notes.md' }),
      asks('grep', { pattern: 'TODO' }),
      asks('read', { path: 'missing.md' }),
      asks('bash', { command: 'echo one; exit 3' }),
    ],
  },
  { text: 'More.', calls: [asks('write', { path: 'new.md', content: 'x' }), asks('nothing', {})] },
  'One thing is left to do.',
]

const looks = [{ calls: [asks('read', { path: 'notes.md' })] }, 'Hello.']

describe('a session that is shown again', () => {
  test.each([[[]], [['--expand']], [['--color']], [['--color', '--expand']]])(
    'has the bytes that it printed when it ran, with %j',
    async (flags) => {
      const live = home()
      const ran = await runs(['what is left?', '--approve-all', ...flags], script, { at: live })
      const shown = await at(live, ['replay', 'latest', ...flags])
      expect([shown.status, shown.out()]).toEqual([0, ran.out()])
    },
  )

  test('has them also where nobody could be asked', async () => {
    const live = home()
    const ran = await runs(['what is left?'], script, { at: live })
    expect((await at(live, ['replay'])).out()).toBe(ran.out())
  })

  test('has them where a sub-agent worked', async () => {
    const live = home()
    const script = [
      { calls: [asks('task', { description: 'look at notes', prompt: 'Look.' })] },
      { calls: [asks('read', { path: 'notes.md' })] },
      'There is one.',
      'Done.',
    ]
    const ran = await runs(['look'], script, { at: live })
    expect(ran.out()).toContain('task')
    expect((await at(live, ['replay'])).out()).toBe(ran.out())
  })

  test('has them where the folder was a scratch copy that is gone', async () => {
    const live = home()
    const env = { PATH: process.env['PATH'] }
    const ran = await runs(['--demo'], [], { at: live, env })
    const shown = await at(live, ['replay'])
    expect([ran.status, shown.out()]).toEqual([0, ran.out()])
  })

  test("draws the cards of a host's own tools", async () => {
    const live = home()
    const open = withTools(
      tool('ship', {
        presentCall: () => ({ card: 'generic', title: 'ships it', rawInput: {} }),
        presentResult: () => ({ card: 'terminal', output: 'shipped', exitCode: 0 }),
      }),
    )
    const ran = await runs(['ship'], [{ calls: [asks('ship', {})] }, 'Shipped.'], { at: live, open })
    const shown = await at(live, ['replay'], { open })
    expect([ran.out(), shown.out()]).toEqual([expect.stringContaining('ships it'), ran.out()])
  })

  test('is the log, byte for byte, with --json', async () => {
    const live = home()
    const ran = await runs(['what is left?', '--json'], script, { at: live })
    const shown = await at(live, ['replay', '--json'])
    expect([shown.out(), shown.out()]).toEqual([ran.out(), live.logs()[0]])
  })

  test('says on the other output what its prompt was', async () => {
    const live = home()
    await runs(['what is left?'], ['Nothing.'], { at: live })
    const { out, err } = await at(live, ['replay'])
    expect([out(), err()]).toEqual([expect.not.stringContaining('what is'), '> what is left?\n'])
  })

  test('shows later prompts where they were given', async () => {
    const live = home()
    await runs(['one'], ['First.'], { at: live })
    await runs(['two', '--continue'], ['Second.'], { at: live })
    const { out } = await at(live, ['replay'])
    expect(out()).toMatch(/^\* First\.\n-- .*--\n· the session was resumed\n\n> two\n\* Second\.\n-- .*--\n$/)
  })

  test('shows only what went wrong with --failures', async () => {
    const live = home()
    await runs(['what is left?', '--approve-all'], script, { at: live })
    const { out } = await at(live, ['replay', '--failures'])
    const shown = out()
    expect(shown).toContain('missing.md')
    expect(shown).toContain('exit 3')
    expect(shown).toContain('nothing')
    for (const fine of ['TODO', 'I will look', 'new.md']) expect(shown).not.toContain(fine)
  })

  test('says that nothing went wrong where nothing did', async () => {
    const live = home()
    await runs(['hello'], ['Hello.'], { at: live })
    const { out, err, status } = await at(live, ['replay', '--failures'])
    expect([status, out(), err()]).toEqual([0, '', expect.stringContaining('nothing failed')])
  })

  test('is a document with --markdown', async () => {
    const live = home()
    await runs(['what is left?'], script, { at: live })
    const { out } = await at(live, ['replay', '--markdown'])
    expect(out()).toMatch(/^# `what is left\?`\n\n- session: `[0-9a-f]{32}`\n/)
  })

  test('is found from another folder by its id', async () => {
    const live = home()
    const ran = await runs(['hello'], ['Hello.'], { at: live })
    const found = events(live.logs()[0] ?? '').header.id
    const { out } = await at(live, ['replay', found.slice(0, 4)], { cwd: live.env['HOME'] ?? '' })
    expect(out()).toBe(ran.out())
  })

  test('needs its folder no more', async () => {
    const live = home()
    record(live, id, said('hello', 'Hello.'), { cwd: '/gone/for/good' })
    const { status, out } = await at(live, ['replay', '7f3a'])
    expect([status, out()]).toEqual([0, expect.stringMatching(/^\* Hello\.\n-- no calls /)])
  })
})

describe('the pace', () => {
  const timed = (live: Home): string => record(live, id, said('hello', 'Hello.'))

  test('is that of the log, times the speed', async () => {
    const live = home()
    timed(live)
    const before = performance.now()
    const { out } = await at(live, ['replay', '7f3a', '--speed', '100'])
    // Three seconds of the log at a hundred times their speed; how long it takes beyond that is the machine's.
    expect(performance.now() - before).toBeGreaterThanOrEqual(25)
    expect(out()).toMatch(/^\* Hello\.\n/)
  })

  test('shows on a terminal what is under way, and takes it away', async () => {
    const live = home()
    const [call] = called('c1', 'bash', '{"command":"sleep 9"}', '')
    if (call === undefined) throw new Error('no call')
    const end = said('hello', 'Hello.').slice(2)
    record(live, id, [
      ...said('hello', '').slice(0, 2),
      call,
      ...called('c1', 'bash', '', 'slept').slice(1),
      ...end,
    ])
    const plain = await at(live, ['replay', '7f3a'])
    const shown = await at(live, ['replay', '7f3a', '--speed', '4'], { isTTY: true })
    expect(shown.out()).toBe(plain.out())
    expect(shown.err()).toMatch(/queued[^]*sleep 9[^]*working/)
    expect(shown.err().endsWith('\u001b[J')).toBe(true)
  })

  test('is that of lines, too', async () => {
    const live = home()
    const path = timed(live)
    const { out } = await at(live, ['replay', '7f3a', '--speed', '1000', '--json'])
    expect(out()).toBe(readFileSync(path, 'utf8'))
  })

  test('ends when somebody interrupts', async () => {
    const live = home()
    timed(live)
    const interrupted = new AbortController()
    const ended = at(live, ['replay', '7f3a', '--speed', '0.1'], { signal: interrupted.signal })
    setTimeout(() => interrupted.abort(), 200)
    expect((await ended).status).toBe(130)
  })

  test.each([['0'], ['-1'], ['fast'], ['1e3'], ['']])('is no %j', async (speed) => {
    const live = home()
    timed(live)
    const { status, err } = await at(live, ['replay', '7f3a', `--speed=${speed}`])
    expect([status, err()]).toEqual([2, expect.stringContaining('is no factor')])
  })
})

describe('a damaged log', () => {
  test('is shown up to its torn end, which is told of', async () => {
    const live = home()
    const path = record(live, id, said('hello', 'Hello.'))
    const whole = readFileSync(path, 'utf8')
    appendFileSync(path, '{"seq":4,"time":17000')
    const shown = await at(live, ['replay', '7f3a'])
    expect([shown.status, shown.out()]).toEqual([0, expect.stringMatching(/^\* Hello\.\n/)])
    const lines = await at(live, ['replay', '7f3a', '--json'])
    expect([lines.status, lines.out()]).toEqual([0, whole])
    for (const { err } of [shown, lines]) expect(err()).toContain('the last 21 bytes of session 7f3a81c2')
  })

  test.each([[[]], [['--json']], [['--markdown']], [['--failures']]])(
    'is refused where something before its end is wrong: %j',
    async (flags) => {
      const live = home()
      await runs(['hello'], looks, { at: live })
      const path = logIn(live)
      writeFileSync(path, readFileSync(path, 'utf8').replace('hello', 'hallo'))
      const { status, out, err } = await at(live, ['replay', ...flags])
      expect(status).toBe(2)
      expect(err()).toMatch(/^millrace: line \d+ \(byte \d+\) of the session log .* is damaged/)
      expect(err()).not.toMatch(/^ +at /m)
      if (flags[0] === '--json')
        expect(JSON.parse(out())).toMatchObject({ error: { code: 'SESSION_CORRUPT' } })
    },
  )

  test('of a crash shows calls that never ended', async () => {
    const live = home()
    const [call] = called('c1', 'bash', '{"command":"sleep 9"}', '')
    if (call === undefined) throw new Error('no call')
    record(live, id, [...said('hello', 'Hello.').slice(0, 2), call])
    const { status, out } = await at(live, ['replay', '7f3a'])
    expect([status, out()]).toEqual([0, expect.stringContaining('sleep 9')])
  })

  test('with an end of its own kind is read all the same', async () => {
    const live = home()
    const end = { turn: 1, reason: 'limit', code: 'steps', totals: totals(1), session: totals(1) } as const
    record(live, id, [...said('hello', 'Hello.').slice(0, 3), ['turn/end', end]])
    const { out } = await at(live, ['replay', '7f3a', '--failures'])
    expect(out()).toContain('limit')
  })
})

test.each([
  [['--json', '--markdown'], '--json and --markdown contradict each other'],
  [['--failures', '--speed', '2'], 'it has no speed'],
])('%j makes no sense', async (flags, problem) => {
  const live = home()
  record(live, id, said('hello', 'Hello.'))
  const { status, err } = await at(live, ['replay', '7f3a', ...flags])
  expect([status, err()]).toEqual([2, expect.stringContaining(problem)])
})
