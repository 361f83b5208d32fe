import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { bareHost } from '../../../packages/web/tests/support/fake-host.ts'
import { buildPage } from '../../../packages/web/tests/support/built-page.ts'
import type { Context } from '@deepseek-ai/cordis'
import type { AcpHost } from '@millrace/acp'
import type { Processes } from '@millrace/host'
import type { WebHost } from '@millrace/web'
import { testTool } from '@millrace/testkit'
import { expect, onTestFinished, vi } from 'vitest'
import { peer } from '../../peers/peers.ts'
import type { Stage } from '../stage.ts'

const everything = peer('everything')

/** Puts an `npx` on the path that starts the server which it was asked for from where it is installed. */
function installedNpx(home: string): void {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  const file = join(bin, 'npx')
  const words = `'${everything?.node}' '${everything?.script}'`
  writeFileSync(
    file,
    `#!/bin/sh\n[ "$2" = @modelcontextprotocol/server-everything ] && exec ${words} stdio\n`,
  )
  chmodSync(file, 0o755)
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
}

/** Standard streams whose other end asks one question, reads the answer and leaves. */
function standardStreams(request: object): { readonly answer: () => string } {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const real = { stdin: process.stdin, stdout: process.stdout }
  onTestFinished(() => {
    for (const [name, value] of Object.entries(real)) Object.defineProperty(process, name, { value })
  })
  for (const [name, value] of Object.entries({ stdin, stdout })) {
    Object.defineProperty(process, name, { value, configurable: true })
  }
  let answer = ''
  stdout.on('data', (chunk) => {
    answer += String(chunk)
    if (answer.includes('\n')) stdin.end()
  })
  stdin.write(`${JSON.stringify(request)}\n`)
  return { answer: () => answer }
}

const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
let streams: ReturnType<typeof standardStreams> | undefined

const emptyAcpHost: AcpHost = {
  info: { name: 'test', title: 'Test', version: '1' },
  mcp: { http: false, sse: false },
  open: () => Promise.reject(new Error('nobody opens a session here')),
  async *list() {},
  remove: () => Promise.resolve(),
}

/** Programs that serve others, or use what others serve. */
export const protocolStages: readonly Stage[] = [
  {
    page: 'docs/en/packages/mcp.md',
    about: 'ctx.mcp.add(',
    skip: everything === undefined ? 'the server is not installed: .ci/peers' : undefined,
    set: ({ home }) => {
      installedNpx(home)
      return {}
    },
    holds: ({ printed }) => expect(printed).toContain('Echo: hi'),
  },
  {
    page: 'packages/mcp/README.md',
    holds: async ({ made }) => {
      await (made['ctx'] as Context).fiber.dispose()
      await (made['processes'] as Processes).close()
    },
  },
  {
    page: 'docs/en/packages/mcp.md',
    about: 'new ToolServer(',
    set: () => {
      streams = standardStreams({ jsonrpc: '2.0', id: 1, method: 'initialize', params: client })
      return {}
    },
    holds: () => {
      const answer: unknown = JSON.parse(streams?.answer() ?? '')
      expect(answer).toMatchObject({ id: 1, result: { serverInfo: { name: 'my-tools', version: '1.0.0' } } })
    },
  },
  {
    page: 'docs/en/packages/acp.md',
    about: 'serveAcp(',
    holds: async ({ made }) => {
      const serve = made['serve'] as (host: AcpHost, ...ends: readonly unknown[]) => Promise<void>
      const [input, output] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()]
      const served = serve(emptyAcpHost, input.readable, output.writable)
      const writer = input.writable.getWriter()
      const params = { protocolVersion: 1, clientCapabilities: {} }
      const line = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
      await writer.write(new TextEncoder().encode(`${line}\n`))
      const { value } = await output.readable.getReader().read()
      expect(JSON.parse(new TextDecoder().decode(value))).toMatchObject({
        id: 1,
        result: { protocolVersion: 1 },
      })
      await writer.close()
      await served
    },
  },
  {
    page: 'docs/en/packages/web.md',
    about: 'serveWeb(',
    holds: async ({ made }) => {
      await buildPage()
      const before = process.listeners('SIGINT')
      const host = await bareHost([testTool()])
      const log = vi.spyOn(console, 'log').mockImplementation(() => {})
      await (made['serve'] as (host: WebHost) => Promise<void>)(host)
      const [[url] = []] = log.mock.calls as string[][]
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
      expect((await fetch(url ?? '')).status).toBe(200)
      for (const end of process.listeners('SIGINT').filter((each) => !before.includes(each))) end('SIGINT')
      await vi.waitFor(() => expect(fetch(url ?? '')).rejects.toThrow(), { timeout: 20_000 })
      await host.sessions.setup.dispose()
    },
  },
]
