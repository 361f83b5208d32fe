import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { privateDisk } from '@millrace/host'
import { jsonlSessions } from '@millrace/agent/session'
import { describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { asks, home, runs, type Home } from './running.ts'
import { at, called, logIn, record, said, totals } from './sessions-recorded.ts'

const first = '7f3a81c2000000000000000000000001'
const second = '7f3a99c2000000000000000000000002'
const other = 'abcd0000000000000000000000000003'

/** A home with two sessions of its project and one of another folder. */
function three(): Home {
  const at = home()
  const paths = [
    record(at, first, said('what is left?', 'One thing.')),
    record(at, second, said('tidy the shelf', 'Tidied.'), { time: 1_700_000_100_000 }),
    record(at, other, said('elsewhere', 'Here.'), { cwd: at.env['HOME'] ?? '' }),
  ]
  for (const [index, path] of paths.entries()) utimesSync(path, 1_700_000_000, 1_700_000_000 + index)
  return at
}

describe('the list', () => {
  test('has the sessions of the folder, the latest first', async () => {
    const { status, out } = await at(three(), ['sessions'])
    expect([status, out()]).toEqual([
      0,
      expect.stringMatching(
        /^ {3}7f3a99c2 {2}2023-11-14 {3}no calls {8}done {9}tidy the shelf\n {3}7f3a81c2 {2}.* what is left\?\n$/,
      ),
    ])
  })

  test('has those of all folders, each below its folder', async () => {
    const { out } = await at(three(), ['sessions', 'list', '--all'])
    expect(out()).toMatch(/(^|\n)~\n {3}abcd0000 .* elsewhere\n/)
    expect(out()).toMatch(/\/demo\n {3}7f3a99c2 .*\n {3}7f3a81c2 .*\n/)
  })

  test('has those that worked elsewhere below the name by which their folder is kept', async () => {
    const live = home()
    const log = record(live, first, said('a', 'b'), { cwd: '/tmp/scratch' })
    const kept = dirname(record(live, second, said('c', 'd')))
    renameSync(log, join(kept, `${first}.jsonl`))
    rmSync(join(kept, `${second}.jsonl`))
    const { out } = await at(live, ['sessions', '--all'])
    expect(out()).toMatch(/^demo-[0-9a-f]{8}\n {3}7f3a81c2 /)
  })

  test.each([[['--json']], [['list', '-o', 'json']]])('is an array with %j', async (flags) => {
    const live = three()
    const { out } = await at(live, ['sessions', ...flags])
    expect(out().match(/\n/g)).toHaveLength(1)
    expect(JSON.parse(out())).toEqual([
      expect.objectContaining({ id: second, title: 'tidy the shelf', state: 'done', live: false }),
      expect.objectContaining({ id: first, cwd: live.project, totals: totals(0), bytes: expect.any(Number) }),
    ])
  })

  test('is empty where nothing ran, and makes no folder', async () => {
    const live = home()
    const { status, out } = await at(live, ['sessions'])
    expect([status, out()]).toEqual([0, 'no sessions of this folder; one begins with: millrace run "…"\n'])
    expect((await at(live, ['sessions', '--json', '--all'])).out()).toBe('[]\n')
    expect(existsSync(live.env['XDG_STATE_HOME'] ?? '')).toBe(false)
  })

  test('cuts a long title to one line, and takes all of its room for it', async () => {
    const live = home()
    record(live, first, said('a title that is longer than the room for it', 'b'))
    const { out } = await at(live, ['sessions'], { columns: 80 })
    expect(out()).toMatch(/ done +a title that is longer t…\n$/)
  })

  test('counts calls, and says how a session ended', async () => {
    const live = home()
    const calls = [{ calls: [asks('read', { path: 'notes.md' }), asks('read', { path: 'no' })] }, 'Done.']
    await runs(['look', '--max-steps', '1'], calls, { at: live })
    expect((await at(live, ['sessions'])).out()).toMatch(/ just now +1 ok 1 failed +limit +look\n$/)
  })

  test('marks one that is being written, and one that was cut off', async () => {
    const live = home()
    record(live, second, said('cut', 'off').slice(0, 2))
    record(live, first, said('running', 'now').slice(0, 2))
    const store = jsonlSessions(await privateDisk(dirname(logIn(live))))
    const { log } = await store.open(first)
    try {
      const { out } = await at(live, ['sessions'])
      expect(out()).toMatch(/^● {2}7f3a81c2 .* running +running$/m)
      expect(out()).toMatch(/^ {3}7f3a99c2 .* cut off +cut$/m)
    } finally {
      await log.close()
    }
  })

  test('has damaged ones, too', async () => {
    const live = three()
    writeFileSync(join(dirname(logIn(live)), `${other}.jsonl`), 'nothing', { mode: 0o600 })
    const { status, out } = await at(live, ['sessions'], { columns: 300 })
    expect([status, out()]).toEqual([0, expect.stringMatching(/abcd0000 {2}damaged {2}the session log .*\n/)])
    const listed = JSON.parse((await at(live, ['sessions', '--json'])).out()) as { problem?: string }[]
    expect(listed.filter(({ problem }) => problem !== undefined)).toHaveLength(1)
  })

  test('leaves out a folder that others may write to, with a warning', async () => {
    const live = three()
    const open = join(dirname(dirname(logIn(live))), 'open')
    mkdirSync(open)
    chmodSync(open, 0o777)
    const { status, out, err } = await at(live, ['sessions', '--all'])
    expect([status, out()]).toEqual([0, expect.stringContaining('7f3a99c2')])
    expect(err()).toMatch(/^millrace: warn: .*open/)
  })

  test('has hundreds', async () => {
    const live = home()
    for (let number = 0; number < 200; number++)
      record(live, `${number.toString(16).padStart(32, '0')}`, said(`prompt ${number}`, 'Yes.'))
    const { out } = await at(live, ['sessions'])
    const listed = JSON.parse((await at(live, ['sessions', '--json'])).out()) as unknown[]
    expect([out().trimEnd().split('\n').length, listed.length]).toEqual([200, 200])
  })
})

describe('a search', () => {
  test('finds what was said, and where', async () => {
    const { status, out } = await at(three(), ['sessions', 'search', 'THE', 'shelf'])
    expect([status, out()]).toEqual([0, '7f3a99c2  user/message 1          tidy the shelf\n'])
  })

  test('finds nothing in other folders, unless in all', async () => {
    const live = three()
    expect((await at(live, ['sessions', 'search', 'elsewhere'])).out()).toContain('--all')
    expect((await at(live, ['sessions', 'search', 'elsewhere', '--all'])).out()).toMatch(/^abcd0000 /)
  })

  test('is an array with --json', async () => {
    const { out } = await at(three(), ['sessions', 'search', 'tidied', '--json'])
    expect(JSON.parse(out())).toEqual([{ id: second, seq: 2, type: 'assistant/message', excerpt: 'Tidied.' }])
  })

  test('needs words', async () => {
    expect((await at(three(), ['sessions', 'search', ' '])).status).toBe(2)
  })
})

describe('what is told of one', () => {
  test('is all that is known of it', async () => {
    const live = three()
    const { status, out } = await at(live, ['sessions', 'show', '7f3a8'], { columns: 200 })
    expect(status).toBe(0)
    for (const line of [
      /^session +7f3a81c2000000000000000000000001$/m,
      /^title +what is left\?$/m,
      /^began +2023-11-14T22:13:20\.000Z$/m,
      /^turns +1, the last one: done$/m,
      /^events +4$/m,
      /^goes on +millrace run --cwd \S+ --resume 7f3a81c2 "…"$/m,
    ])
      expect(out()).toMatch(line)
  })

  test('is an object with --json', async () => {
    const { out } = await at(three(), ['sessions', 'show', first, '--json'])
    expect(JSON.parse(out())).toMatchObject({
      id: first,
      header: { principal: 'user' },
      state: 'done',
      live: false,
      turns: 1,
      tornBytes: 0,
      events: { total: 4, 'turn/start': 1 },
    })
  })

  test('says why it cannot go on', async () => {
    const live = home()
    record(live, first, said('a', 'b'), { cwd: '/gone/for/good' })
    const { out } = await at(live, ['sessions', 'show', first])
    expect(out()).toContain('not now: its folder is not there any more')
  })

  test('counts calls without a result', async () => {
    const live = home()
    const open = called('c1', 'bash', '{"command":"true"}', '').slice(0, 1)
    record(live, first, [...said('a', 'b').slice(0, 2), ...open])
    const { out } = await at(live, ['sessions', 'show', 'latest'])
    expect(out()).toMatch(/^without result +1 call$/m)
    expect(out()).toMatch(/^turns +1, the last one: cut off$/m)
  })
})

describe('the name of a session', () => {
  test.each([
    ['7f3', 'expected at least 4 of its digits, or latest'],
    ['nonsense!', 'is the id of no session'],
    ['7f3a', '2 sessions begin with 7f3a\n  give more digits: 7f3a81c2, 7f3a99c2\n'],
    ['7f3b81c2', 'there is no session 7f3b81c2, in this folder or another one\n  did you mean 7f3a81c2'],
  ])('is refused where it is %j', async (wanted, problem) => {
    const { status, err } = await at(three(), ['sessions', 'show', wanted])
    expect([status, err()]).toEqual([2, expect.stringContaining(problem)])
  })

  test.each([['7F3A81C2'], [first], ['7f3a8']])('may be %j', async (wanted) => {
    const { out } = await at(three(), ['sessions', 'show', wanted])
    expect(out()).toContain(first)
  })

  test('may be latest, where there is one', async () => {
    expect((await at(three(), ['sessions', 'show', 'latest'])).out()).toContain(second)
    const { status, err } = await at(home(), ['sessions', 'show', 'latest'])
    expect([status, err()]).toEqual([2, expect.stringContaining('this folder has no session')])
  })

  test('shows enough digits where eight are the same', async () => {
    const live = home()
    for (const end of ['a', 'b']) record(live, `7f3a81c2${end}`.padEnd(32, '0'), said('a', 'b'))
    const { err } = await at(live, ['sessions', 'show', '7f3a'])
    expect(err()).toContain('7f3a81c2a, 7f3a81c2b')
  })
})

describe('a document', () => {
  test('is a page on the standard output', async () => {
    const { status, out } = await at(three(), ['sessions', 'export', '7f3a8', '--html'])
    expect([status, out()]).toEqual([
      0,
      expect.stringMatching(/^<!doctype html>[^]*what is left\?[^]*<\/html>\n$/),
    ])
  })

  test.each([
    ['page.html', /^<!doctype html>/],
    ['page.md', /^# `what is left\?`/],
  ])('is %s, by its name', async (file, start) => {
    const live = three()
    const { status, out } = await at(live, ['sessions', 'export', '7f3a8', '-o', file])
    expect([status, out()]).toEqual([0, ''])
    expect(readFileSync(join(live.project, file), 'utf8')).toMatch(start)
  })

  test('takes no place that is taken, unless by force', async () => {
    const live = three()
    const file = join(live.project, 'page.md')
    writeFileSync(file, 'mine')
    const argv = ['sessions', 'export', '7f3a8', '-o', file]
    const { status, err } = await at(live, argv)
    expect([status, err()]).toEqual([2, expect.stringContaining('is there already')])
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect((await at(live, [...argv, '--force'])).status).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^# /)
  })

  test.each([
    [[], 'which kind of document is wanted?'],
    [['--html', '--markdown'], 'contradict each other'],
    [['--html', '-o', 'no/such/page.html'], 'cannot be written (ENOENT)'],
    [['--html', '--force'], 'none is named'],
  ])('is refused with %j', async (flags, problem) => {
    const { status, err } = await at(three(), ['sessions', 'export', '7f3a8', ...flags])
    expect([status, err()]).toEqual([2, expect.stringContaining(problem)])
  })
})

describe('the end of one', () => {
  test('needs no question with --yes', async () => {
    const live = three()
    const { status, out } = await at(live, ['sessions', 'remove', '7f3a8', '--yes', '--json'])
    expect([status, JSON.parse(out())]).toEqual([0, { ok: true, removed: first }])
    expect((await at(live, ['sessions'])).out()).not.toContain('7f3a81c2')
  })

  test('needs somebody who says yes', async () => {
    const live = three()
    const { status, err } = await at(live, ['sessions', 'remove', '7f3a8'])
    expect([status, err()]).toEqual([
      4,
      expect.stringMatching(/nobody is here to be asked\n.* sessions remove 7f3a81c2 --yes\n$/),
    ])
    expect((await at(live, ['sessions'])).out()).toContain('7f3a81c2')
  })

  test.each([
    ['y', 0, false],
    ['n', 4, true],
    ['\u0003', 130, true],
  ])('is decided by the key %j', async (key, status, stays) => {
    const live = three()
    const { env: _, ...sitting } = person([/what is left[^]*Remove this session/, key])
    const ended = await at(live, ['sessions', 'remove', '7f3a8'], sitting)
    expect(ended.status).toBe(status)
    expect((await at(live, ['sessions'])).out().includes('7f3a81c2')).toBe(stays)
  })

  test('waits for whoever writes to it', async () => {
    const live = three()
    const { log } = await jsonlSessions(await privateDisk(dirname(logIn(live)))).open(first)
    try {
      const { status, err } = await at(live, ['sessions', 'remove', first, '--yes'])
      expect([status, err()]).toEqual([2, expect.stringContaining('is written to')])
    } finally {
      await log.close()
    }
  })
})

describe('a folder', () => {
  test('that is gone is refused, and its sessions are found all the same', async () => {
    const live = home()
    const gone = join(live.project, 'gone')
    mkdirSync(gone)
    record(live, first, said('a', 'b'), { cwd: gone })
    rmSync(gone, { recursive: true })
    expect((await at(live, ['sessions', '--cwd', gone])).status).toBe(2)
    expect((await at(live, ['sessions', '--all'])).out()).toContain('7f3a81c2')
    expect((await at(live, ['replay', '7f3a'])).status).toBe(0)
  })
})

test.each([
  [['sessions', 'lst'], 'did you mean list?'],
  [['sessions', 'show'], 'missing required argument "id"'],
])('%j is refused', async (argv, problem) => {
  const { status, err } = await at(three(), argv)
  expect([status, err()]).toEqual([2, expect.stringContaining(problem)])
})
