import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { OpenWorkspace } from '../src/with-workspace.ts'
import { openWorkspace } from '../src/workspace.ts'
import { folder } from './folder.ts'
import { isAlive } from './is-alive.ts'
import { json, millrace } from './millrace.ts'
import { person } from './person.ts'
import type { TerminalOptions } from './terminal.ts'

const { PATH = '' } = process.env

/** Inside the sandbox processes have other numbers, and what a command leaves running ends with it at once. */
const outside = { MILLRACE_SANDBOX: 'off' }

/** Runs a shell command through the command, with its own place for what outlives it. */
async function shell(
  command: string,
  { open, ...options }: TerminalOptions & { readonly open?: OpenWorkspace } = {},
  ...words: string[]
) {
  const state = folder()
  const ended = await millrace(
    ['call', 'bash', `command=${command}`, '--approve-all', '--json', ...words],
    { ...options, env: { PATH, XDG_STATE_HOME: state, ...options.env } },
    open,
  )
  return { ...ended, state, report: json(ended) }
}

describe.skipIf(process.platform === 'win32')('bash', () => {
  test('reports the exit status as data', async () => {
    const { status, report } = await shell('echo out; echo err >&2; exit 3')
    expect(status).toBe(0)
    expect(report).toMatchObject({
      ok: true,
      status: 'done',
      value: { exitCode: 3, signal: null, timedOut: false, output: 'out\nerr\n' },
      view: { call: { card: 'terminal' }, result: { card: 'terminal', exitCode: 3 } },
      omitted: null,
    })
  })

  verifies(['security:C4'], 'runs without the secrets of the environment', async () => {
    const env = { OPENAI_API_KEY: 'sk-1', AWS_SECRET_ACCESS_KEY: 's', BRAVE_API_KEY: 'b', LANG: 'C.UTF-8' }
    const { report } = await shell('env', { env })
    const { output } = report['value'] as { output: string }
    expect(output).toContain('LANG=C.UTF-8')
    for (const name of ['OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'BRAVE_API_KEY', 'XDG_STATE_HOME']) {
      expect(output).not.toContain(name)
    }
  })

  test('counts what it leaves out of a long output, and says where all of it is', async () => {
    const { state, report } = await shell('seq 1 400000')
    const { omitted, value } = report as {
      omitted: { bytes: number; lines: number; spill: string }
      value: { output: string; totalBytes: number }
    }
    expect(omitted).toEqual({
      bytes: expect.any(Number),
      lines: expect.any(Number),
      spill: expect.any(String),
    })
    expect(omitted.bytes + Buffer.byteLength(value.output)).toBe(value.totalBytes)
    expect(omitted.spill.startsWith(join(state, 'millrace', 'spill'))).toBe(true)
    expect(statSync(omitted.spill).size).toBe(value.totalBytes)
    expect(statSync(omitted.spill).mode & 0o777).toBe(0o600)
    expect(statSync(join(state, 'millrace', 'spill')).mode & 0o777).toBe(0o700)
  })

  test('leaves nothing on the disk for a short one', async () => {
    const { state } = await shell('echo short')
    expect(readdirSync(state)).toEqual([])
  })

  test('runs all the same where nothing can be kept on the disk, with a warning', async () => {
    const state = folder({ file: '' })
    const { status, report, err } = await shell('seq 1 400000', {
      env: { XDG_STATE_HOME: join(state, 'file') },
    })
    expect(status).toBe(0)
    expect(report['omitted']).toEqual({ bytes: expect.any(Number), lines: expect.any(Number) })
    expect(err()).toMatch(/^millrace: warn: output that does not fit into the memory is not kept: /)
  })

  test.each([
    ['in the background', 'echo $$ > pid; exec sleep 600', ['background=true']],
    ['behind itself', 'sleep 600 >&- 2>&- & echo $! > pid', []],
  ])('ends what it left running %s, and says so without naming a job', async (_, started, words) => {
    const cwd = folder()
    const file = join(cwd, 'pid')
    const open: OpenWorkspace = async (...given) => {
      const workspace = await openWorkspace(...given)
      const close = async (): Promise<void> => {
        await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/^\d+\n$/)
        await workspace.close()
      }
      return { ...workspace, close }
    }
    const { status, report, err } = await shell(started, { cwd, env: outside, open }, ...words)
    expect([status, report['hint']]).toEqual([0, expect.stringContaining('ended with this command')])
    expect(report['value']).not.toHaveProperty('job')
    expect(err()).toBe('')
    expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false)
  })

  test('that is interrupted ends with everything that it started, before the command does', async () => {
    const cwd = folder()
    const interrupt = new AbortController()
    const waiting = setInterval(() => existsSync(join(cwd, 'pids')) && interrupt.abort(), 20)
    onTestFinished(() => clearInterval(waiting))
    const command = 'sleep 600 & sleep 600 & echo $$ $! > started; mv started pids; wait'
    const { status, report } = await shell(command, { cwd, env: outside, signal: interrupt.signal })
    expect([status, report['status']]).toEqual([130, 'cancelled'])
    for (const pid of readFileSync(join(cwd, 'pids'), 'utf8').trim().split(' ')) {
      expect(isAlive(Number(pid))).toBe(false)
    }
  })

  test('shows its output while it runs, on a terminal', async () => {
    const [cwd, env] = [folder(), { PATH, NO_COLOR: '1', ...outside }]
    const somebody = person([/\[1\/y\]/, 'y'])
    const watch = (err: string): void => {
      somebody.watch?.(err)
      if (/▸ running[^]*early/.test(err)) writeFileSync(join(cwd, 'seen'), '')
    }
    const command = 'command=echo early; until [ -e seen ]; do sleep 0.1; done'
    const ended = await millrace(['call', 'bash', command], { ...somebody, watch, cwd, env })
    expect(ended.err()).toMatch(/▸ running.*\n(?:.*\n)?.*early/)
    expect(ended.out()).toMatch(/^✓ done .*exit 0.*you once/)
  })
})

describe('edit', () => {
  test('changes a file with CRLF and a byte order mark, and leaves both', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'a.txt'), '\ufeffone\r\ntwo\r\n')
    const edits = 'edits=[{"oldText":"one\\ntwo","newText":"one\\n2"}]'
    const ended = await millrace(['call', 'edit', 'path=a.txt', edits, '--approve-all'], { cwd })
    expect([ended.status, ended.out()]).toEqual([0, expect.stringMatching(/^✓ done .*edit .*a\.txt.*\+1 -1/)])
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('\ufeffone\r\n2\r\n')
  })

  test('shows what it will change to whoever is asked', async () => {
    const cwd = folder({ 'a.txt': 'one\n' })
    const words = ['call', 'edit', 'path=a.txt', 'edits=[{"oldText":"one","newText":"two"}]']
    const ended = await millrace(words, { ...person([/\[1\/y\]/, 'n']), cwd })
    expect(ended.status).toBe(4)
    expect(ended.err()).toMatch(/│ .*- one\n│ .*\+ two\n/)
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('one\n')
  })
})

describe('web_fetch', () => {
  verifies(['security:N1'], 'is refused for this machine before anybody is asked, and says why', async () => {
    const ended = await millrace(['call', 'web_fetch', 'url=http://127.0.0.1:8080/', '--json'], person())
    expect([ended.status, ended.err()]).toEqual([4, ''])
    expect(json(ended)).toMatchObject({
      status: 'denied',
      by: 'rule',
      rule: 'web',
      error: { message: expect.stringContaining('only public hosts may be reached') },
    })
  })
})

describe('web_search', () => {
  /** An instance of SearXNG on this machine. */
  async function engine(): Promise<string> {
    const server: Server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ results: [{ url: 'https://example.com/', title: 'An example', content: 'c' }] }),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('is not there until an engine is named', async () => {
    expect((await millrace(['call', 'web_search', 'query=x'])).status).toBe(2)
  })

  test('asks the one that the environment names, which may be private; pages of it stay closed', async () => {
    const baseUrl = await engine()
    const env = { MILLRACE_SEARXNG_URL: baseUrl }
    const found = await millrace(['call', 'web_search', 'query=x', '--approve-all', '--json'], { env })
    expect(json(found)).toMatchObject({ ok: true, value: { sources: [{ url: 'https://example.com/' }] } })
    const fetched = await millrace(['call', 'web_fetch', `url=${baseUrl}/`, '--approve-all'], { env })
    expect(fetched.status).toBe(4)
  })

  test.each([
    [{ MILLRACE_SEARXNG_URL: 'nonsense' }, '"nonsense" is no http or https address'],
    [{ BRAVE_API_KEY: 'a key' }, 'BRAVE_API_KEY is no key'],
  ])('is refused with what is wrong: %j', async (env, says) => {
    const ended = await millrace(['tools'], { env })
    expect([ended.status, ended.out(), ended.err()]).toEqual([2, '', expect.stringContaining(says)])
    expect(ended.err()).not.toContain('a key')
  })
})

test.each([
  ['write', /^✓ done .*new\.txt/, 0],
  ['edit', /oldText/, 3],
  ['bash', /^✓ done .*ls -l.*exit 0/, 0],
  ['job_list', /^✓ done/, 0],
  ['todo_write', /^✓ done[^]*1 task: 1 pending[^]*\[ \] write a test/, 0],
  ['ask_user', /NOBODY_TO_ASK/, 3],
])(
  'the example of %s in its help works, or fails for what only a person can know',
  async (name, shows, status) => {
    const cwd = folder({ 'README.md': 'Hello\n' })
    const options = { cwd, env: { PATH } }
    const [, example = ''] =
      /Example\n {2}millrace (.*)\n/.exec((await millrace(['help', name], options)).out()) ?? []
    const words = [...example.matchAll(/(?:'[^']*'|[^ ])+/g)].map(([word]) => word.replaceAll("'", ''))
    const ended = await millrace([...words, '--approve-all'], options)
    expect([ended.status, ended.out()]).toEqual([status, expect.stringMatching(shows)])
  },
)
