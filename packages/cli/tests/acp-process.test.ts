import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as acp from '@agentclientprotocol/sdk'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { isAlive } from './is-alive.ts'
import { millrace } from './millrace.ts'
import { asks, home, type Home } from './running.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))

beforeAll(() => {
  // These tests prove what is shipped, so they run the compiled command.
  if (!existsSync(new URL('../lib/main.js', import.meta.url))) throw new Error('not compiled: npm run build')
})

/** The compiled command with an editor of the SDK at its streams. */
function started(script: readonly unknown[], at: Home = home()) {
  const file = join(at.project, '..', 'script.json')
  writeFileSync(file, JSON.stringify(script))
  const child = spawn(process.execPath, [bin, 'acp', '--script', file], {
    env: { ...at.env, PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<number | string | null>((resolve) => {
    child.on('exit', (status, signal) => resolve(status ?? signal))
  })
  const updates: acp.SessionUpdate[] = []
  const app = acp.client({ name: 'editor of a test' })
  app.onNotification('session/update', ({ params }) => void updates.push(params.update))
  app.onRequest('session/request_permission', () => ({ outcome: { outcome: 'selected', optionId: 'once' } }))
  const input = Writable.toWeb(child.stdin) as WritableStream<Uint8Array>
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>
  const { agent } = app.connect(acp.ndJsonStream(input, output))
  const session = async (): Promise<string> => {
    await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
    return (await agent.request('session/new', { cwd: at.project, mcpServers: [] })).sessionId
  }
  const prompt = (sessionId: string): Promise<acp.PromptResponse> =>
    agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] })
  return { child, at, agent, updates, ended, session, prompt, err: () => err }
}

/** The command writes its process id, and then does not end. */
const endless = asks('bash', { command: 'echo $$ > pid; exec sleep 600' })

/** Waits until it has. */
async function endlessIn({ project }: Home): Promise<number> {
  const file = join(project, 'pid')
  const written = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  await expect.poll(written, { timeout: 60_000 }).toMatch(/^\d+\n$/)
  return Number(written())
}

describe('the compiled command', () => {
  test('serves an editor over its streams, and ends with the input', async () => {
    const edit = asks('edit', { path: 'notes.md', edits: [{ oldText: 'one', newText: 'two' }] })
    const { child, at, updates, ended, session, prompt, err } = started([
      { text: 'Mend.', calls: [edit] },
      'Done.',
    ])
    expect(await prompt(await session())).toEqual({ stopReason: 'end_turn' })
    expect(readFileSync(join(at.project, 'notes.md'), 'utf8')).toContain('TODO two')
    expect(updates.map(({ sessionUpdate }) => sessionUpdate)).toContain('tool_call_update')
    child.stdin.end()
    expect([await ended, err()]).toEqual([0, ''])
  })

  verifies(
    ['security:R5'],
    'ends by a signal: the command that runs is ended, and the log is whole',
    async () => {
      const { child, at, ended, session, prompt } = started([{ calls: [endless] }])
      const turn = prompt(await session()).catch((error: unknown) => error)
      const pid = await endlessIn(at)
      child.kill('SIGTERM')
      expect(await ended).toBe(143)
      await turn
      expect(isAlive(pid)).toBe(false)
      expect(at.logs()[0]).toMatch(/"tool\/result"[^]*"turn\/end"/)
    },
  )

  verifies(['security:R5'], 'ends with the input where nobody reads what it writes', async () => {
    const { child, ended, session, prompt } = started([{ text: 'word '.repeat(500_000) }, 'Done.'])
    const sessionId = await session()
    child.stdout.pause()
    prompt(sessionId).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    child.stdin.end()
    expect(await ended).toBe(0)
  })

  test('ends with the input while something runs, and leaves no process', async () => {
    const { child, at, ended, session, prompt } = started([{ calls: [endless] }])
    const turn = prompt(await session()).catch((error: unknown) => error)
    const pid = await endlessIn(at)
    child.stdin.end()
    expect(await ended).toBe(0)
    await turn
    expect(isAlive(pid)).toBe(false)
  })
})

describe('what to paste', () => {
  test('names this command by its whole path, for each editor', async () => {
    const { status, out } = await millrace(['acp', '--print-config'])
    expect(status).toBe(0)
    const editors = [...out().matchAll(/^# ([^:]+): /gm)].map(([, name]) => name)
    expect(editors).toEqual([
      'Zed',
      'JetBrains IDEs',
      'Neovim with CodeCompanion',
      'Neovim with avante',
      'Emacs with agent-shell',
      'acpx',
    ])
    const [, zed = ''] = /^# Zed[^\n]*\n([^]*?)\n\n/.exec(out()) ?? []
    expect(out()).toMatch(/\nacpx --agent '[^\n]+ acp' exec "what is this project\?"\n$/)
    expect(JSON.parse(zed)).toEqual({
      agent_servers: {
        Millrace: { type: 'custom', command: process.execPath, args: [bin, 'acp'], env: {} },
      },
    })
  })

  test.each([
    [['acp', '--cwd', '/tmp'], 'an editor names the folder of each session'],
    [['acp', '--script', 'a.json', '--model', 'b'], 'give --script or --model'],
    [['acp', '--permission-mode', 'all'], 'permission-mode'],
  ])('%j is a mistake that is explained', async (argv, says) => {
    const { status, err, out } = await millrace(argv)
    expect([status, out()]).toEqual([2, ''])
    expect(err()).toContain(says)
  })
})
