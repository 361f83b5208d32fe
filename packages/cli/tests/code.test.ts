import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, millrace } from './millrace.ts'
import { events, home, type Home } from './running.ts'
import type { TerminalOptions } from './terminal.ts'

type Ended = Awaited<ReturnType<typeof millrace>>

/** Runs a program in a folder of its own; on the thread of the tests, as that starts fastest. */
function code(words: readonly string[], more: TerminalOptions & { readonly at?: Home } = {}): Promise<Ended> {
  const { at = home(), env = {}, ...options } = more
  return millrace(['code', ...words, '--runtime', 'inline'], {
    cwd: at.project,
    ...options,
    env: { ...at.env, ...env },
  })
}

const grep = "const r = await tools.grep({ pattern: 'TODO' }); return r.total"

describe('millrace code', () => {
  test('gives the value to whoever reads the output, and the tree of calls to the person', async () => {
    const { status, out, err } = await code([`console.log('looking'); ${grep}`])
    expect([status, out()]).toEqual([0, '1\n'])
    expect(err()).toMatch(/^✓ done {2}❯ run_code {2}a program of the command line {2}1 call .* auto\n/)
    expect(err()).toMatch(
      /\n {2}└─ ✓ done {2}⌕ grep {2}TODO {2}1 match in 1 file .* auto\n {2}console {2}looking\n/,
    )
    expect(err()).toMatch(/see it: millrace replay [0-9a-f]{8} {3}millrace web --open [0-9a-f]{8}\n/)
    expect(err()).not.toContain('result ')
  })

  test('shows a person at a terminal all of it in one card', async () => {
    const { status, out, err } = await code([grep], { isTTY: true })
    expect(status).toBe(0)
    expect(err()).toMatch(/ {2}see it: .*\n$/)
    expect(out()).toMatch(/└─ ✓ done .* grep[^]*\n {2}result {3}1\n$/)
  })

  test('takes a file, and the standard input', async () => {
    const at = home({ 'count.ts': 'const found: string = "typed"\nreturn found' })
    const file = await code(['count.ts'], { at })
    expect([file.status, file.out()]).toEqual([0, 'typed\n'])
    expect(file.err()).toContain('run_code  count.ts')
    const input = await code(['-'], { at, stdin: ['return ', '[1, 2]'] })
    expect([input.status, input.out()]).toEqual([0, '[1,2]\n'])
    expect((await code([], { at, stdin: ['return null'] })).out()).toBe('null\n')
  })

  test('prints nothing for a program that returns nothing', async () => {
    const { status, out } = await code(['const found = await tools.glob({ pattern: "*" })'])
    expect([status, out()]).toEqual([0, ''])
  })

  test.each([
    [['nothing.ts'], /the program nothing\.ts cannot be read \(ENOENT\)/],
    [['.'], /\. is no regular file/],
    [[' '], /there is no program/],
    [['return 1', 'return 2'], /"return 2" is one word too many/],
    [['return 1', '--cpu', '2h'], /--cpu "2h": expected a time above 0 such as 500ms, 5s or 1m, at most 60s/],
    [['return 1', '--memory', '1T'], /--memory "1T": expected a size such as 64M, at least 1M, at most 512M/],
    [['return 1', '--memory', '1k'], /--memory "1k": expected a size such as 64M, at least 1M/],
    [['return 1', '--calls', '0'], /--calls "0": expected a whole number of at least 1, at most 10000/],
    [['return 1', '--resume', 'abcd'], /takes no other one/],
    [['--resume', 'abcdef'], /there is no session abcdef/],
    [['--continue', '--no-session'], /contradict each other/],
  ])('%j is a mistake of the command line', async (words, message) => {
    const { status, out, err } = await code(words)
    expect([status, out()]).toEqual([2, ''])
    expect(err()).toMatch(message)
  })
})

describe('how a program ends is told by the exit status', () => {
  const denied = (): Home =>
    home({
      'notes.md': 'TODO',
      'millrace.jsonc': '{ "permissions": { "deny": ["Bash(git push *)"] } }',
    })
  const push = "tools.bash({ command: 'git push' })"

  test('3 where it threw, with the place', async () => {
    const { status, out, err } = await code(["const a = 1\nthrow new RangeError('too far')"])
    expect([status, out()]).toEqual([3, ''])
    expect(err()).toMatch(/✗ failed .*run_code .* exception /)
    expect(err()).toMatch(/code run failed \(exception\): RangeError: too far\n[^]*program\.ts:2:/)
  })

  test('3 where it is none', async () => {
    const { status, err } = await code(['return ('])
    expect([status, err()]).toEqual([3, expect.stringContaining('code run failed (syntax)')])
  })

  test('4 where it ended on a denial, whose words the program got', async () => {
    const { status, err } = await code([`await ${push}`], { at: denied() })
    expect(status).toBe(4)
    expect(err()).toMatch(/└─ ⊘ denied {2}❯ bash {2}\$ git push {2}by rule Bash\(git push \*\)/)
    expect(err()).toMatch(
      /code run failed \(tool_error\): rule Bash\(git push \*\) of millrace\.jsonc:1 denies it/,
    )
  })

  test('0 where it caught the denial', async () => {
    const caught = `try { await ${push} } catch (error) { return [error.name, error.toolName, error.message] }`
    const { status, out } = await code([caught], { at: denied() })
    expect(status).toBe(0)
    expect(JSON.parse(out())).toEqual(['ToolCallError', 'bash', expect.stringContaining('denies it')])
  })

  test('4 where nobody can be asked, with how it runs', async () => {
    const edit = "await tools.write({ path: 'new.md', content: 'x' })"
    const at = home()
    const { status, err } = await code([edit], { at })
    expect(status).toBe(4)
    expect(err()).toContain('nobody was here to be asked about 1 call: allow with Edit(new.md)')
    expect((await code([edit, '--approve-all'], { at })).status).toBe(0)
    expect(readdirSync(at.project)).toContain('new.md')
    const reads = await code([`${edit.replace('new', 'other')}`, '--approve-reads'], { at })
    expect([reads.status, readdirSync(at.project)]).toEqual([4, expect.not.arrayContaining(['other.md'])])
  })

  test('6 where it reached a limit', async () => {
    const cpu = await code(['while (true) {}', '--cpu', '100ms'])
    expect([cpu.status, cpu.err()]).toEqual([6, expect.stringMatching(/run_code .* timeout_cpu /)])
    const calls = await code([`for (;;) await tools.glob({ pattern: '*' })`, '--calls', '2'])
    expect([calls.status, calls.err()]).toEqual([6, expect.stringMatching(/run_code .* call_limit /)])
    const wall = await code(['await sleep(60_000)', '--wall', '200ms'])
    expect([wall.status, wall.err()]).toEqual([6, expect.stringMatching(/run_code .* timeout_wall /)])
  })
})

describe('machine output of a program', () => {
  test('is one object', async () => {
    const ended = await code([`console.log('a', { b: 1 }); ${grep}`, '--json'])
    expect([ended.status, json(ended)]).toEqual([
      0,
      {
        ok: true,
        status: 'done',
        callId: expect.any(String),
        session: expect.stringMatching(/^[0-9a-f]{32}$/),
        durationMs: expect.any(Number),
        calls: [
          {
            callId: expect.stringMatching(/:code:1$/),
            tool: 'grep',
            status: 'done',
            durationMs: expect.any(Number),
          },
        ],
        logs: [expect.stringMatching(/^a \{/)],
        result: 1,
      },
    ])
  })

  test('says what failed, by stable words', async () => {
    const ended = await code([
      "console.log('x'); await tools.read({ path: 'none' })",
      '--json',
      '--no-session',
    ])
    expect([ended.status, json(ended)]).toEqual([
      3,
      {
        ok: false,
        status: 'failed',
        callId: expect.any(String),
        durationMs: expect.any(Number),
        calls: [
          expect.objectContaining({
            tool: 'read',
            status: 'failed',
            error: expect.objectContaining({ code: 'FS_NOT_FOUND' }),
          }),
        ],
        logs: ['x'],
        error: {
          message: expect.stringContaining('code run failed (tool_error)'),
          code: 'CODE_RUN_FAILED',
          kind: 'tool_error',
        },
      },
    ])
  })
})

describe('the session of a program', () => {
  test('is kept, with exactly one result for each call, and replays to the same card', async () => {
    const at = home()
    const live = await code([`console.log('hi'); ${grep}`], { at, isTTY: true })
    const [log = ''] = at.logs()
    const { events: all, header } = events(log)
    for (const [start, end, id] of [
      ['tool/call', 'tool/result', 'callId'],
      ['tool/code-dispatch-start', 'tool/code-dispatch', 'subCallId'],
    ] as const) {
      const ids = (type: string): unknown[] =>
        all
          .filter((event) => event.type === type)
          .map(({ data }) => (data as unknown as Record<string, unknown>)[id])
      expect(ids(start)).toHaveLength(1)
      expect(ids(end)).toEqual(ids(start))
    }
    const replayed = await millrace(['replay', header.id.slice(0, 8)], { cwd: at.project, env: at.env })
    expect(replayed.out().startsWith(live.out())).toBe(true)
    const explained = await millrace(['explain', '2'], { cwd: at.project, env: at.env })
    expect(explained.out()).toMatch(/^call 2 {2}grep {2}done .*made by the program of call/)
    expect(explained.out()).toMatch(/pre-execute +allow +permissions/)
  })

  test('exports to Markdown and HTML', async () => {
    const at = home()
    await code([grep], { at })
    const exported = async (...words: string[]): Promise<string> =>
      (await millrace(['sessions', 'export', 'latest', ...words], { cwd: at.project, env: at.env })).out()
    expect(await exported('--markdown')).toContain('```typescript\nconst r = await tools.grep')
    expect(await exported('--html')).toContain('run_code')
  })

  test('is one JSON object also where the program was interrupted before it began', async () => {
    const ended = await code([grep, '--json'], { signal: AbortSignal.abort() })
    expect(ended.status).toBe(130)
    expect(json(ended)).toMatchObject({ ok: false, status: 'cancelled', calls: [] })
  })

  test('that has ended does not go on', async () => {
    const at = home()
    await code([grep], { at })
    const id = events(at.logs()[0] ?? '').header.id
    for (const [words, problem] of [
      [['--resume', id], /nothing of this session was cut off that could go on: its program has ended/],
      [['--continue'], /no program of this folder was cut off that could go on/],
    ] as const) {
      const ended = await code([...words, '--json'], { at })
      expect(ended.status).toBe(2)
      expect(json(ended)).toMatchObject({ ok: false, error: { code: 'USAGE' } })
      expect(ended.err()).toMatch(problem)
    }
  })

  test('is not kept where that is not wanted', async () => {
    const at = home()
    expect((await code(['return 1', '--no-session'], { at })).err()).not.toContain('replay')
    expect(() => at.logs()).toThrow('ENOENT')
    writeFileSync(join(at.project, 'x'), '')
  })
})
