import { realpathSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { run as runCommand } from '../src/run.ts'
import { listed, said, serving } from './mcp-client.ts'
import { entry, run, started, withServers } from './mcp-place.ts'
import { terminal } from './terminal.ts'

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

describe('a gateway is not behind itself', () => {
  test('where one of its servers starts it again', async () => {
    const at = withServers((found) => ({ one: entry(found) }))
    await run(at, ['mcp', 'trust', '--yes'])
    const outer = await serving(at.project, ['--gateway', '--approve-all'], { env: at.env })
    await listed(outer.client, 'mcp__one__environment')
    const told = said(await outer.client.callTool({ name: 'mcp__one__environment' }))
    const { MILLRACE_GATEWAYS } = JSON.parse(told) as Record<string, string>
    expect(JSON.parse(MILLRACE_GATEWAYS ?? '')).toEqual([realpathSync(at.project)])
    const inner = await serving(at.project, ['--gateway'], { env: { ...at.env, MILLRACE_GATEWAYS } })
    expect((await inner.client.listTools()).tools).toEqual([])
    expect(inner.err()).toContain('the MCP server one is not started: this gateway was itself started by')
    expect(started(at)).toEqual(['plain'])
    // Another gateway may well be behind this one.
    const other = withServers((found) => ({ two: entry(found) }))
    await run(other, ['mcp', 'trust', '--yes'])
    const behind = await serving(other.project, ['--gateway'], { env: { ...other.env, MILLRACE_GATEWAYS } })
    await listed(behind.client, 'mcp__two__echo')
  })

  test('where a server is its own address', async () => {
    const port = await freePort()
    const token = 'the-token-of-a-test-with-enough-characters'
    const headers = { Authorization: 'Bearer ${MILLRACE_MCP_TOKEN}' }
    const at = withServers(
      () => ({ self: { url: `http://127.0.0.1:${port}/mcp`, headers } }),
      {},
      { MILLRACE_MCP_TOKEN: token },
    )
    await run(at, ['mcp', 'trust', '--yes'])
    const controller = new AbortController()
    const io = terminal({ cwd: at.project, env: at.env, signal: controller.signal })
    const status = runCommand(['mcp', 'serve', '--gateway', '--http', String(port)], io)
    await vi.waitFor(() => expect(io.err()).toContain('Ctrl+C ends it'), { timeout: 60_000 })
    await expect.poll(io.err).toContain('the MCP server self is not started: its address is this gateway')
    controller.abort()
    await status
  })
})
