import type { Client } from '@modelcontextprotocol/client'
import { McpError, McpService } from '@millrace/mcp'
import { describe, expect, test } from 'vitest'
import { manualTime } from '../support/manual-time.ts'
import { config, scriptedServer } from '../support/scripted-server.ts'
import { nothingStarts } from '../support/setup-mcp.ts'
import { bench, eras } from './server-bench.ts'

const listed = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name)

/** What a client does that wants tools which are not there. */
const asking: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'lists tools': listed,
  'calls one of its tools': (client) =>
    expect(client.callTool({ name: 'mcp__x__a', arguments: {} })).rejects.toThrow('unknown tool'),
}

describe.each(eras)('a server behind one of the %s era, which wanted a login', (era) => {
  test.each(Object.entries(asking))('is tried once more when a client %s', async (_what, ask) => {
    const { clock, timers, pass } = manualTime()
    const x = scriptedServer({ name: 'a' })
    x.failures = [new McpError('MCP_LOGIN_REQUIRED', 'x', 'log in')]
    const { ctx, connect } = await bench()
    await ctx.plugin(McpService, { ...nothingStarts, connect: x.connect, clock, timers })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const client = await connect(era)
    for (let times = 0; times < 10; times += 1) await ask(client)
    expect([ctx.mcp.servers()[0]?.state.kind, x.made]).toEqual(['login', 1])
    await pass(30_000)
    await ask(client)
    await expect.poll(() => listed(client)).toEqual(['mcp__x__a'])
    expect(x.made).toBe(2)
    await ctx.fiber.dispose()
  })
})
