import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { events, home, runs } from './running.ts'

const idOf = (log: string | undefined): string => events(log ?? '').header.id

describe('a session', () => {
  test('is kept for its user alone, under the name of the folder', async () => {
    const at = home()
    await runs(['hello'], ['Hello.'], { at })
    const id = idOf(at.logs()[0])
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    const { sessionsFolder } = await import('../src/workspace-sessions.ts')
    const kept = sessionsFolder(at.project, at.env)
    expect(kept).toMatch(/\/millrace\/sessions\/demo-[0-9a-f]{8}$/)
    expect([statSync(kept).mode & 0o777, statSync(join(kept, `${id}.jsonl`)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
  })

  test('goes on with the latest one of the folder', async () => {
    const at = home()
    await runs(['one'], ['First.'], { at })
    const second = await runs(['two', '--continue'], ['Second.'], { at })
    expect(at.logs()).toHaveLength(1)
    expect(second.model.requests[0]?.messages.map(({ content }) => content)).toEqual([
      'one',
      [{ type: 'text', text: 'First.' }],
      'two',
    ])
    expect(second.out()).toMatch(/^· the session was resumed\n\* Second\.\n/)
  })

  test('goes on by the first digits of its id', async () => {
    const at = home()
    await runs(['one'], ['First.'], { at })
    const first = idOf(at.logs()[0])
    await runs(['another'], ['Other.'], { at })
    const { model } = await runs(['two', '--resume', first.slice(0, 6).toUpperCase()], ['Second.'], { at })
    expect(model.requests[0]?.messages[0]?.content).toBe('one')
  })

  test('that goes on prints its header and what is added with --json', async () => {
    const at = home()
    await runs(['one'], ['First.'], { at })
    const before = at.logs()[0] ?? ''
    const { out } = await runs(['two', '--continue', '--json'], ['Second.'], { at })
    const [header, ...added] = out().split(/(?<=\n)/)
    expect(header).toBe(before.split(/(?<=\n)/)[0])
    expect(before + added.join('')).toBe(at.logs()[0])
  })

  test.each([
    [['--continue'], 'no session of this folder can go on'],
    [['--resume', 'abcd'], 'there is no session abcd'],
    [['--resume', 'abc'], 'expected at least 4'],
    [['--resume', 'nonsense'], 'expected at least 4'],
    [['--continue', '--resume', 'abcd'], 'contradict each other'],
    [['--continue', '--no-session'], 'contradict each other'],
  ])('is refused where there is none: %j', async (words, problem) => {
    const { status, err, model } = await runs(['hello', ...words], [])
    expect([status, model.requests.length]).toEqual([2, 0])
    expect(err()).toContain(problem)
  })

  test('is not taken for another one that begins like it', async () => {
    const at = home()
    await runs(['one'], ['First.'], { at })
    const { sessionsFolder } = await import('../src/workspace-sessions.ts')
    const id = idOf(at.logs()[0])
    const twin = id.slice(0, 8) + id.slice(8).replaceAll(/./g, '0')
    writeFileSync(join(sessionsFolder(at.project, at.env), `${twin}.jsonl`), 'x')
    const { status, err } = await runs(['two', '--resume', id.slice(0, 4)], [], { at })
    expect([status, err()]).toEqual([2, expect.stringContaining('2 sessions begin with')])
  })

  test('is in use by one process at a time', async () => {
    const at = home()
    const ended = new AbortController()
    const first = runs(['one'], [{ text: 'I', waitForAbort: true }], { at, signal: ended.signal })
    await vi.waitFor(() => expect(at.logs()[0]).toContain('assistant/chunk'), { timeout: 30_000 })
    const second = await runs(['two', '--continue'], [], { at })
    ended.abort()
    expect((await first).status).toBe(130)
    expect([second.status, second.model.requests.length]).toEqual([2, 0])
    expect(second.err()).toMatch(/^millrace: .*\n$/)
    expect((await runs(['three', '--continue'], ['Yes.'], { at })).status).toBe(0)
  })

  test('that cannot be kept is told of without a stack, and nothing is asked of the model', async () => {
    const at = home()
    mkdirSync(at.env['XDG_STATE_HOME'] ?? '', { recursive: true })
    writeFileSync(join(at.env['XDG_STATE_HOME'] ?? '', 'millrace'), 'in the way')
    const { status, err, out, model } = await runs(['hello', '--json'], ['Hello.'], { at })
    expect([status, model.requests.length]).toEqual([1, 0])
    expect(err()).not.toMatch(/internal error|^ +at /m)
    expect(JSON.parse(out())).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^DISK_/) } })
  })
})
