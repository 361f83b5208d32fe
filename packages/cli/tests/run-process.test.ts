import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SessionEvent } from '@millrace/protocol'
import { scriptedProvider, type ProviderScript } from '@millrace/testkit/provider'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { isAlive } from './is-alive.ts'
import { inTerminal, noPseudoTerminal, type InTerminal } from './pseudo-terminal.ts'
import { events, home, type Home } from './running.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
const path = process.env['PATH'] ?? ''

beforeAll(() => {
  // These tests prove what is shipped, so they run the compiled command.
  if (!existsSync(new URL('../lib/main.js', import.meta.url))) throw new Error('not compiled: npm run build')
})

/** A server in the place of a provider, and the environment that leads to it. */
async function provider(script: ProviderScript, at: Home): Promise<Record<string, string>> {
  const server = await scriptedProvider(script)
  onTestFinished(() => server.close())
  return {
    ...at.env,
    PATH: path,
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'sk-test-1',
    MILLRACE_MODEL: 'openai/test',
  }
}

interface Started {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  readonly ends: Promise<number | null>
}

function millrace(words: readonly string[], at: Home, env: Record<string, string>): Started {
  const child = spawn(process.execPath, [bin, 'run', ...words], {
    cwd: at.project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (text.out += String(chunk)))
  child.stderr.on('data', (chunk) => (text.err += String(chunk)))
  return {
    child,
    out: () => text.out,
    err: () => text.err,
    ends: new Promise((resolve) => child.on('close', resolve)),
  }
}

const call = (name: string, args: object): { name: string; arguments: string } => ({
  name,
  arguments: JSON.stringify(args),
})

/** A command that says who it is and then stays. */
const staying = 'echo $$ > pid.new; mv pid.new pid; echo started; exec sleep 600'
const bash = (command: string): { name: string; arguments: string } => call('bash', { command })

function eventsOf<T extends SessionEvent['type']>(log: string | undefined, type: T): SessionEvent<T>[] {
  return events(log ?? '').events.filter((event) => event.type === type) as SessionEvent<T>[]
}

/** The process that a call started, once it runs. */
async function pidIn(at: Home): Promise<number> {
  const file = join(at.project, 'pid')
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 60_000, interval: 30 })
  return Number(readFileSync(file, 'utf8'))
}

describe('the compiled command against a provider', () => {
  test('completes a turn of parallel and exclusive calls', async () => {
    const at = home({ 'a.txt': 'one\n', 'b.txt': 'TODO\n' })
    const edits = [{ oldText: 'one', newText: 'two' }]
    const env = await provider(
      [
        {
          text: 'I look first.',
          calls: [
            call('read', { path: 'a.txt' }),
            call('grep', { pattern: 'TODO' }),
            call('edit', { path: 'a.txt', edits }),
            bash('cat a.txt'),
          ],
          pieceUnits: 5,
        },
        { text: 'All done.', usage: { input: 2100, output: 300 } },
      ],
      at,
    )
    const ran = millrace(['go', '--approve-all', '--json'], at, env)
    expect([await ran.ends, ran.err()]).toEqual([0, expect.stringMatching(/^ {2}see it: .*\n$/)])
    expect(ran.out()).toBe(at.logs()[0])
    const results = eventsOf(ran.out(), 'tool/result')
    const calls = eventsOf(ran.out(), 'tool/call')
    expect(calls.map(({ data }) => data.name)).toEqual(['read', 'grep', 'edit', 'bash'])
    expect(results.map(({ data }) => data.callSeq)).toEqual(calls.map(({ seq }) => seq))
    expect(results.map(({ data }) => data.isError)).toEqual([false, false, false, false])
    expect(JSON.stringify(results[3]?.data.content)).toContain('two')
    expect(ran.out()).not.toContain('sk-test-1')
  })

  test.each([
    [401, 5, 'OPENAI_API_KEY'],
    [404, 5, 'test'],
  ])('says what is wrong after %d, and ends with %d', async (httpStatus, status, says) => {
    const at = home()
    const env = await provider([{ failure: { kind: 'status', status: httpStatus } }], at)
    const ran = millrace(['go'], at, env)
    expect(await ran.ends).toBe(status)
    expect(ran.out() + ran.err()).toContain(says)
    expect(ran.out() + ran.err()).not.toMatch(/sk-test-1|^ +at /m)
  })
})

describe.runIf(process.platform === 'linux')('a process that ends in the middle of a turn', () => {
  const turn: ProviderScript = [{ calls: [bash(staying)] }, { text: 'Going on.' }]

  test('by kill -9 leaves a session that goes on, and runs nothing again', async () => {
    const at = home()
    const env = await provider(turn, at)
    const ran = millrace(['go', '--approve-all'], at, env)
    const pid = await pidIn(at)
    ran.child.kill('SIGKILL')
    // What it started outlives a process that gets no chance to end it.
    process.kill(pid, 'SIGKILL')
    await ran.ends
    const again = millrace(['and now?', '--continue'], at, env)
    expect([await again.ends, again.err()]).toEqual([0, expect.stringContaining('see it')])
    expect(again.out()).toMatch(/\* Going on\.\n/)
    const [result, ...others] = eventsOf(at.logs()[0], 'tool/result')
    expect([result?.data.error?.code, others]).toEqual(['OUTCOME_UNKNOWN', []])
    expect(Number(readFileSync(join(at.project, 'pid'), 'utf8'))).toBe(pid)
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('by %s cancels what runs, keeps what happened, and ends with %i', async (signal, status) => {
    const at = home()
    const env = await provider(turn, at)
    const ran = millrace(['go', '--approve-all'], at, env)
    const pid = await pidIn(at)
    ran.child.kill(signal)
    expect(await ran.ends).toBe(status)
    expect(isAlive(pid)).toBe(false)
    expect(eventsOf(at.logs()[0], 'tool/result').map(({ data }) => data.error?.code)).toEqual(['ABORTED'])
    expect(events(at.logs()[0] ?? '').events.at(-1)).toMatchObject({ data: { reason: 'interrupted' } })
    expect(readFileSync(join(at.project, 'pid'), 'utf8')).toBe(`${pid}\n`)
  })

  verifies(
    ['security:R5'],
    'as its terminal is closed, which hangs up more than once, comes to its end all the same',
    async () => {
      const at = home()
      const slow = `trap "sleep 0.5; exit" TERM; ${staying.replace('exec sleep 600', 'sleep 600 & wait')}`
      const env = await provider([{ calls: [bash(slow)] }], at)
      const ran = millrace(['go', '--approve-all'], at, env)
      await pidIn(at)
      ran.child.kill('SIGHUP')
      await setTimeout(100)
      ran.child.kill('SIGHUP')
      expect(await ran.ends).toBe(129)
      expect(events(at.logs()[0] ?? '').events.at(-1)).toMatchObject({ data: { reason: 'interrupted' } })
    },
  )

  test('does not wait for a call that will not end after SIGTERM, and leaves a session that goes on', async () => {
    const at = home()
    const deaf = `trap "" TERM INT HUP; ${staying.replace('exec sleep 600', 'while :; do sleep 1; done')}`
    const env = await provider([{ calls: [bash(deaf)] }, { text: 'Going on.' }], at)
    const ran = millrace(['go', '--approve-all'], at, env)
    const pid = await pidIn(at)
    ran.child.kill('SIGTERM')
    expect(await ran.ends).toBe(143)
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 20_000)
    const again = millrace(['and now?', '--continue'], at, env)
    expect([await again.ends, again.out()]).toEqual([0, expect.stringContaining('* Going on.')])
  })
})

describe.skipIf(noPseudoTerminal)(
  `a turn in a real terminal${noPseudoTerminal === undefined ? '' : `: ${noPseudoTerminal}`}`,
  () => {
    const inOwnTerminal = (words: readonly string[], at: Home, env: Record<string, string>): InTerminal =>
      inTerminal([process.execPath, bin, 'run', ...words], at.project, env)

    test('is ended by Esc, cancels what runs, and goes on later', async () => {
      const at = home()
      const env = await provider([{ text: 'I wait.', calls: [bash(staying)] }, { text: 'Going on.' }], at)
      const turn = inOwnTerminal(['go', '--approve-all'], at, env)
      await turn.type('\u001b', /▸ running[^]*started/)
      expect(await turn.ends).toBe(130)
      expect(turn.screen()).toMatch(/⊝ cancelled/)
      expect(isAlive(await pidIn(at))).toBe(false)
      const again = inOwnTerminal(['and now?', '--continue'], at, env)
      expect(await again.ends).toBe(0)
      expect(again.screen()).toContain('* Going on.')
    })

    verifies(['security:R5'], 'comes to its end where the terminal is closed', async () => {
      const at = home()
      const env = await provider([{ text: 'I wait.', calls: [bash(staying)] }], at)
      const turn = inOwnTerminal(['go', '--approve-all'], at, env)
      await turn.type('', /▸ running[^]*started/)
      turn.child.kill('SIGKILL')
      await vi.waitFor(() => expect(eventsOf(at.logs()[0], 'turn/end')).toHaveLength(1), 20_000)
      expect(eventsOf(at.logs()[0], 'tool/result').map(({ data }) => data.error?.code)).toEqual(['ABORTED'])
    })

    test('takes words while it runs', async () => {
      const at = home()
      const seen: string[] = []
      const script: ProviderScript = ({ index, body }) => {
        seen.push(body)
        return index === 0
          ? { calls: [bash('echo started; until [ -e seen ]; do sleep 0.1; done')] }
          : { text: 'As you say.' }
      }
      const env = await provider(script, at)
      const turn = inOwnTerminal(['go', '--approve-all'], at, env)
      await turn.type('use tabs\r', /started/)
      await turn.type('', /use tabs \(before its next step\)/)
      writeFileSync(join(at.project, 'seen'), '')
      expect(await turn.ends).toBe(0)
      expect(seen[1]).toContain('use tabs')
      expect(turn.screen()).toMatch(/while it ran:[^]*use tabs[^]*\* As you say\./)
    })

    test('asks before a change, with the change before its eyes', async () => {
      const at = home({ 'a.txt': 'one\n' })
      const edits = [{ oldText: 'one', newText: 'two' }]
      const env = await provider(
        [{ calls: [call('edit', { path: 'a.txt', edits })] }, { text: 'Changed.' }],
        at,
      )
      const turn = inOwnTerminal(['go'], at, env)
      await turn.type('y', /\[1\/y\] once/)
      expect(await turn.ends).toBe(0)
      expect(turn.screen()).toMatch(/- one\r\n.*\+ two\r\n[^]*✓ done .*you once/)
      expect(readFileSync(join(at.project, 'a.txt'), 'utf8')).toBe('two\n')
    })

    test('without a key plays the demo, and says that it is no answer', async () => {
      const at = home()
      const turn = inOwnTerminal(['fix it', '--permission-mode', 'plan'], at, { ...at.env, PATH: path })
      expect(await turn.ends).toBe(5)
      expect(turn.screen()).toMatch(/OPENAI_API_KEY[^]*it is no answer to the prompt:\r\nmodel {2}scripted/)
    })
  },
)
