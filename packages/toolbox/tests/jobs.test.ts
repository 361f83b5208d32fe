import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { JobOutputValue } from '../src/jobs/output/value.ts'
import { inShell } from './support/in-shell.ts'
import { living, pidsIn } from './support/pids.ts'

const shell = inShell()
/** Where a command counts as started once it has printed something or ended, and has time for its last word. */
const begun = inShell({ awaitsOutput: true, graceMs: 20_000 })
const start = (command: string, more: object = {}) =>
  shell.call('bash', { command, background: true, ...more })
const output = async (more: object = {}): Promise<JobOutputValue> =>
  (await shell.call('job_output', { job: 'j1', ...more })).value as JobOutputValue
/** Waits for the end of the job, and of its output. */
const ended = () => expect.poll(async () => (await output()).running, { timeout: 30_000 }).toBe(false)

describe('a command in the background', () => {
  test('returns at once, with its first output and its name', async () => {
    const command = 'echo up; sleep 300'
    const { value, text, resultView } = await begun.call('bash', { command, background: true })
    expect(value).toMatchObject({ running: true, job: 'j1', output: 'up\n', exitCode: null })
    expect(text).toBe('up\n[running; it is job j1: job_output reads its output, job_stop ends it]')
    expect(resultView).toEqual({ card: 'terminal', output: 'up\n', job: 'j1' })
  })

  test('that fails at once shows it', async () => {
    const command = 'echo no >&2; exit 2'
    const { value, text } = await begun.call('bash', { command, background: true })
    expect(value).toMatchObject({ running: false, exitCode: 2, output: 'no\n' })
    expect(text).toBe('no\n[exit code 2]')
  })

  verifies(['fault:B110'], 'is ended by its own time limit', async () => {
    const command = 'echo $$ >pid; echo a; sleep 300'
    await begun.call('bash', { command, background: true, timeoutMs: 600 })
    const { value } = await begun.call('job_output', { job: 'j1', offset: 2, waitMs: 20_000 })
    expect(value).toMatchObject({
      timedOut: true,
      running: false,
      stopped: false,
    })
    expect(await living(await pidsIn(begun.workspace.at('pid')))).toEqual([])
  })

  test('is refused where as many run as may, and accepted again when one has ended', async () => {
    const started = await Promise.all(Array.from({ length: 34 }, () => start('sleep 300')))
    const codes = started.map(({ code }) => code)
    expect(codes.filter((code) => code === 'JOB_TOO_MANY')).toHaveLength(2)
    expect(codes.filter((code) => code === undefined)).toHaveLength(32)
    await shell.call('job_stop', { job: 'j1' })
    expect((await start('sleep 300')).value).toMatchObject({ running: true })
  })
})

describe('job_output', () => {
  test('gives the end, or what comes behind an offset', async () => {
    await start('seq 1 20000')
    await ended()
    const end = await output({ maxBytes: 64 })
    expect(end.output).toMatch(/^\d{5}\n(\d{5}\n)*20000\n$/)
    expect(end).toMatchObject({ next: end.totalBytes, lost: 0, exitCode: 0, running: false })
    expect(end.offset).toBe(end.totalBytes - end.output.length)
    expect(await output({ offset: 0, maxBytes: 64 })).toMatchObject({
      offset: 0,
      output: expect.stringMatching(/^1\n2\n/),
    })
    expect(await output({ offset: end.totalBytes })).toMatchObject({ output: '', next: end.totalBytes })
  })

  test('is the same when it is asked again', async () => {
    await start('echo a; echo b')
    await ended()
    expect(await output({ offset: 2 })).toEqual(await output({ offset: 2 }))
  })

  test('waits for news, for the end, and no longer than it is told', async () => {
    await start('sleep 0.6; echo news; sleep 300')
    expect(await output({ waitMs: 20_000 })).toMatchObject({ output: 'news\n', running: true })
    const began = performance.now()
    expect(await output({ offset: 5, waitMs: 300 })).toMatchObject({ output: '', next: 5, running: true })
    expect(performance.now() - began).toBeGreaterThan(290)
    const waiting = output({ offset: 5, waitMs: 60_000 })
    await shell.call('job_stop', { job: 'j1' })
    expect(await waiting).toMatchObject({ running: false, stopped: true })
  })

  test('sees the silent end of what was left behind', async () => {
    await shell.call('bash', { command: '(until [ -e go ]; do sleep 0.02; done >/dev/null 2>&1 &); echo a' })
    expect(await output()).toMatchObject({ running: true, exitCode: 0 })
    await shell.workspace.put({ go: '' })
    expect(await output({ offset: 2, waitMs: 20_000 })).toMatchObject({ running: false })
  })

  test('stops waiting when the caller gives up', async () => {
    await start('sleep 300')
    const controller = new AbortController()
    const called = shell.call('job_output', { job: 'j1', waitMs: 60_000 }, controller.signal)
    setTimeout(() => controller.abort(), 100)
    expect((await called).code).toBe('ABORTED')
  })

  verifies(
    ['fault:B117'],
    'of a job that prints never splits a character, and waits for the rest of one',
    async () => {
      await start('for i in {1..50}; do printf "\\xe2\\x82"; sleep 0.01; printf "\\xac€"; done')
      let joined = ''
      for (let offset = 0, running = true; running || joined.length < 100;) {
        const part = await output({ offset, waitMs: 20_000 })
        expect(part.output !== '' || !part.running).toBe(true)
        joined += part.output
        offset = part.next
        running = part.running
      }
      expect(joined).toBe('€'.repeat(100))
    },
  )

  const refusals: [object, string][] = [
    [{ job: 'j9' }, 'JOB_UNKNOWN'],
    [{ job: '\u202e' }, 'JOB_UNKNOWN'],
    [{ job: 'j1', offset: -1 }, 'INVALID_ARGS'],
    [{ job: 'j1', offset: 3 }, 'INVALID_ARGS'],
    [{ job: 'j1', waitMs: 60_001 }, 'INVALID_ARGS'],
    [{ job: 'j1', maxBytes: 0 }, 'INVALID_ARGS'],
  ]
  for (const [args, code] of refusals) {
    test(`refuses ${JSON.stringify(args)}`, async () => {
      await start('echo')
      const refused = await shell.call('job_output', { ...args })
      expect(refused.code).toBe(code)
      if (code === 'JOB_UNKNOWN') expect(refused.text).toMatch(/there are j1$/)
      expect(refused.text).not.toContain('\u202e')
    })
  }

  test('shows its part on a card', async () => {
    await start('echo a; exit 3')
    await ended()
    const { callView, resultView } = await shell.call('job_output', { job: 'j1' })
    expect(callView).toEqual({ card: 'generic', kind: 'execute', title: 'Output of j1' })
    expect(resultView).toEqual({
      card: 'terminal',
      title: 'j1: exit code 3, bytes 0 to 2 of 2',
      output: 'a\n',
      exitCode: 3,
    })
  })
})

describe('job_stop', () => {
  verifies(['security:C6'], 'ends everything, and tells how and with what last words', async () => {
    const command = 'trap "echo bye; exit 5" TERM; sleep 300 & echo $! >pid; echo hello; wait'
    await begun.call('bash', { command, background: true })
    const { value, text } = await begun.call('job_stop', { job: 'j1' })
    expect(value).toMatchObject({ running: false, stopped: true, exitCode: 5, output: 'hello\nbye\n' })
    expect(text).toContain('[j1: stopped, exit code 5;')
    expect(await living(await pidsIn(begun.workspace.at('pid')))).toEqual([])
  })

  test('of a job that has ended changes nothing', async () => {
    await start('echo a')
    await ended()
    const twice = [await shell.call('job_stop', { job: 'j1' }), await shell.call('job_stop', { job: 'j1' })]
    for (const { value } of twice)
      expect(value).toMatchObject({ running: false, stopped: false, exitCode: 0 })
    expect((await shell.call('job_stop', { job: 'j2' })).code).toBe('JOB_UNKNOWN')
  })
})

describe('job_list', () => {
  test('tells of each job what it is, how it stands and how much it printed', async () => {
    expect((await shell.call('job_list', {})).text).toBe('(no jobs)')
    await start('echo a; sleep 300')
    await start(`exit 3 # ${'x'.repeat(300)}`)
    await start('sleep 300', { timeoutMs: 400 })
    await expect
      .poll(async () => (await shell.call('job_list', {})).value, { timeout: 30_000 })
      .toMatchObject({ jobs: [{ totalBytes: 2 }, { running: false }, { timedOut: true, running: false }] })
    const { value, text, resultView } = await shell.call('job_list', {})
    expect(value).toMatchObject({
      jobs: [
        { job: 'j1', command: 'echo a; sleep 300', running: true, exitCode: null, totalBytes: 2 },
        { job: 'j2', commandCut: true, running: false, exitCode: 3 },
        { job: 'j3', timedOut: true, running: false },
      ],
      forgotten: 0,
    })
    expect(text).toMatch(
      /^j1: running, started \d+ s ago, 2 bytes printed: "echo a; sleep 300"\nj2: exit code 3,/,
    )
    expect(resultView).toMatchObject({ card: 'generic', title: '3 jobs, 1 running' })
  })
})
