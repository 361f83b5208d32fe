import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { isAlive } from './is-alive.ts'
import { said } from './mcp-client.ts'
import { place, type Place } from './settings.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
const patience = { timeout: 60_000, interval: 50 }

beforeAll(() => {
  // These tests prove what is shipped, so they run the compiled command.
  if (!existsSync(new URL('../lib/main.js', import.meta.url))) throw new Error('not compiled: npm run build')
})

function here(): Place {
  return place({ 'notes.md': 'TODO one\n' }, { PATH: process.env['PATH'], MILLRACE_SANDBOX: 'off' })
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
}

interface Started {
  readonly child: ChildProcessWithoutNullStreams
  readonly out: () => string
  readonly err: () => string
  readonly send: (message: unknown) => void
  /** Waits for the answer to a request. */
  readonly answer: (id: number) => Promise<Record<string, unknown>>
  readonly exit: Promise<number | null>
}

/** The compiled command as a program, with its raw streams. */
function started(at: Place, argv: readonly string[] = [], node: readonly string[] = []): Started {
  const child = spawn(process.execPath, [...node, bin, 'mcp', 'serve', ...argv], {
    cwd: at.project,
    env: at.env,
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  child.stdin.on('error', () => {})
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  const messages = (): Record<string, unknown>[] =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return {
    child,
    out: () => out,
    err: () => err,
    send: (message) =>
      void child.stdin.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`),
    answer: async (id) => {
      await vi.waitFor(() => expect(messages().some((message) => message['id'] === id)).toBe(true), patience)
      return messages().find((message) => message['id'] === id) ?? {}
    },
    exit,
  }
}

const call = (id: number, name: string, args?: object): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, ...(args !== undefined && { arguments: args }) },
})

/** Prints all the time, from the moment on at which the protocol has the standard output. */
const noise =
  'data:text/javascript,const w=process.stdout.write;' +
  'setInterval(()=>{if(process.stdout.write!==w){console.log("noise");console.error("noise");process.stdout.write("noise\\n")}},5).unref()'

describe('the compiled command that serves', { timeout: 120_000 }, () => {
  verifies(['fault:B072'], 'writes nothing but the protocol to the standard output', async () => {
    const at = here()
    const { send, answer, out, err, child, exit } = started(at, ['--approve-all'], ['--import', noise])
    send(initialize)
    await answer(1)
    send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    send(call(2, 'bash', { command: 'echo from a child; echo to its errors >&2' }))
    expect(JSON.stringify(await answer(2))).toContain('from a child')
    await vi.waitFor(() => expect(err()).toContain('noise\nnoise\nnoise\n'), patience)
    child.stdin.end()
    expect(await exit).toBe(0)
    for (const line of out().trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  test('goes on after lines that are no messages', async () => {
    const { send, answer, child, exit } = started(here())
    send(
      '\n\r\nHello, this is a banner\n{"jsonrpc":"2.0"\n[]\n42\nnull\n{"jsonrpc":"1.0","id":9,"method":"x"}\n',
    )
    send(`${JSON.stringify(initialize)}\r\n`)
    await answer(1)
    send(`${'x'.repeat(2_000_000)}\n{"jsonrpc":"2.0","id":{},"method":"tools/list"}\n`)
    for (const piece of JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }).match(/.{1,20}/g) ??
      [])
      send(piece)
    send('\n')
    expect(await answer(2)).toHaveProperty('result')
    send(call(3, '__proto__'))
    expect(await answer(3)).toMatchObject({ error: { code: -32602 } })
    child.stdin.end()
    expect(await exit).toBe(0)
  })

  test('ends where one message has no end', async () => {
    const { send, exit } = started(here())
    send('x'.repeat(20_000_000))
    expect(await exit).toBe(0)
  })

  verifies(['fault:B079'], 'ends with its input, and so does all that its calls started', async () => {
    const at = here()
    const { send, answer, child, exit } = started(at, ['--approve-all'])
    send(initialize)
    await answer(1)
    send(call(2, 'bash', { command: 'echo $$ > pid; sleep 1000 & wait' }))
    const pid = `${at.project}/pid`
    await vi.waitFor(() => expect(readFileSync(pid, 'utf8')).toMatch(/\d+\n/), patience)
    child.stdin.end()
    expect(await exit).toBe(0)
    expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false)
  })

  test('ends after SIGTERM, with what runs', async () => {
    const at = here()
    const { send, answer, child, exit } = started(at, ['--approve-all'])
    send(initialize)
    await answer(1)
    send(call(2, 'bash', { command: 'echo $$ > pid; sleep 1000' }))
    const pid = `${at.project}/pid`
    await vi.waitFor(() => expect(readFileSync(pid, 'utf8')).toMatch(/\d+\n/), patience)
    child.kill('SIGTERM')
    expect(await exit).toBe(143)
    expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false)
  })

  test('ends without a crash where nobody reads any more', async () => {
    const { send, answer, child, exit, err } = started(here())
    send(initialize)
    await answer(1)
    child.stdout.destroy()
    for (let id = 2; id < 40; id++) send({ jsonrpc: '2.0', id, method: 'tools/list' })
    expect(await exit).toBe(0)
    expect(err()).not.toContain('internal error')
  })

  test.each(['legacy', 'auto'] as const)('serves a client of the SDK (%s)', async (mode) => {
    const at = here()
    const client = new Client({ name: 'sdk', version: '1' }, { versionNegotiation: { mode } })
    const env = Object.fromEntries(
      Object.entries(at.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
    const args = [bin, 'mcp', 'serve', '--cwd', at.project]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
    onTestFinished(() => client.close())
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25')
    expect(said(await client.callTool({ name: 'grep', arguments: { pattern: 'TODO' } }))).toContain(
      'TODO one',
    )
  })

  test('serves by HTTP whoever knows the token that it printed', async () => {
    const at = here()
    const { err, child, exit } = started(at, ['--http'])
    await vi.waitFor(() => expect(err()).toMatch(/Bearer \S+\n/), patience)
    const url = new URL(/http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(err())?.[0] ?? '')
    const token = /Bearer (\S+)\n/.exec(err())?.[1] ?? ''
    expect(token.length).toBeGreaterThanOrEqual(43)
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    const client = new Client({ name: 'sdk', version: '1' })
    const requestInit = { headers: { Authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    expect(said(await client.callTool({ name: 'grep', arguments: { pattern: 'TODO' } }))).toContain(
      'TODO one',
    )
    await client.close()
    child.kill('SIGINT')
    expect(await exit).toBe(130)
  })
})
