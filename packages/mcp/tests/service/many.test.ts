import type { Context } from '@deepseek-ai/cordis'
import type { JsonObject } from '@millrace/schema'
import { createScope } from '@millrace/scope'
import { setupAgents } from '@millrace/testkit'
import { McpService } from '@millrace/mcp'
import { serveTransport, ToolServer } from '@millrace/mcp/server'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { config, scriptedServer, type ScriptedServer } from '../support/scripted-server.ts'
import { nothingStarts, setupMcp } from '../support/setup-mcp.ts'

const names = Array.from({ length: 20 }, (_, at) => `server${at}`)

/** A tool with a schema that only the validator of all JSON Schema can judge. */
const foreignTool = (name: string): JsonObject => ({
  name,
  description: `What ${name} does, in a few words.`,
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1 },
      filter: { $ref: '#/$defs/Filter' },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
    },
    required: ['query'],
    $defs: { Filter: { anyOf: [{ type: 'string', pattern: '^[a-z]+$' }, { type: 'null' }] } },
  },
  outputSchema: { type: 'object', properties: { total: { type: 'integer', minimum: 0 } } },
})

function twenty(each: number): Record<string, ScriptedServer> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      scriptedServer(...Array.from({ length: each }, (_, at) => foreignTool(`tool${at}`))),
    ]),
  )
}

/** What a client is told of the tools of a context. */
async function listedBy(ctx: Context): Promise<readonly unknown[]> {
  const client = new Client({ name: 'client', version: '1.0.0' })
  const openClient = () => ({ agent: {}, close: async () => {} })
  const server = new ToolServer({ ctx, name: 'many', version: '1.0.0', openClient })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await serveTransport(server, far as never)
  await client.connect(near)
  const { tools } = await client.listTools()
  await client.close()
  await server.close()
  return tools
}

describe('many servers', () => {
  test('are told to a model, and by a server of ours, in the same bytes, in whatever order they connect', async () => {
    const prompts = new Set<string>()
    const statuses = new Set<string>()
    const lists = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      const servers = twenty(3)
      const bench = await setupAgents()
      onTestFinished(bench.dispose)
      const { ctx } = bench
      const delays = names.map((_, at) => ((at * 7 + round * 11) % 20) * (round === 0 ? -1 : 1) + 20)
      await ctx.plugin(McpService, {
        ...nothingStarts,
        connect: async (name, ...rest) => {
          await new Promise((resolve) => setTimeout(resolve, delays[names.indexOf(name)]))
          const server = servers[name]
          if (server === undefined) throw new Error(`no server ${name}`)
          return server.connect(name, ...rest)
        },
      })
      for (const name of round === 2 ? names.toReversed() : names) ctx.mcp.add(name, config)
      await ctx.mcp.ready()
      const agent = await bench.agent([{ text: 'done' }])
      prompts.add(JSON.stringify(await ctx.prompts.assemble(agent)))
      statuses.add(JSON.stringify(ctx.mcp.servers()))
      lists.add(JSON.stringify(await listedBy(ctx)))
    }
    expect(prompts.size).toBe(1)
    expect([...prompts][0]).toContain('mcp__server19__tool2')
    expect(statuses.size).toBe(1)
    expect(lists.size).toBe(1)
    expect([...lists][0]).toContain('mcp__server19__tool2')
  })

  test('with 1,000 tools are registered at little cost, and no schema is compiled before a call', async () => {
    const servers = twenty(50)
    const { ctx, call } = await setupMcp(servers)
    // What compiles foreign schemas is loaded with the first of them; the compiler of our own is not used for these.
    const started = performance.now()
    for (const name of names) ctx.mcp.add(name, config)
    await ctx.mcp.ready()
    const ms = performance.now() - started
    expect(ctx.tools.schemas()).toHaveLength(1000)
    expect(ms).toBeLessThan(30_000)
    const refused = await call('mcp__server7__tool49', { query: 'a', filter: 'A' })
    expect(refused).toMatchObject({ error: { info: { code: 'INVALID_ARGS' } } })
    const result = await call('mcp__server7__tool49', { query: 'a', filter: 'abc', limit: 100 })
    expect(result).toMatchObject({ error: { info: { code: 'MCP_MALFORMED' } } })
    expect(servers['server7']?.calls).toEqual([
      { tool: 'tool49', args: { query: 'a', filter: 'abc', limit: 100 } },
    ])
  })
})

describe('a server that is added through a scope', () => {
  test('is of that scope alone, and ends with it', async () => {
    const x = scriptedServer({ name: 'a' })
    const y = scriptedServer({ name: 'a', description: 'of the scope' })
    const { ctx, scope, call, logs } = await setupMcp(
      {},
      { connect: (name, given, ...rest) => ('cwd' in given ? y : x).connect(name, given, ...rest) },
    )
    const other = {}
    const inner = createScope(ctx, other)
    ctx.mcp.add('x', config)
    inner.ctx.mcp.add('x', { ...config, cwd: '/inner' } as typeof config)
    scope.ctx.mcp.add('z', config)
    await ctx.mcp.ready()
    expect(ctx.tools.schemas().map(({ name }) => name)).toEqual(['mcp__x__a'])
    expect(ctx.tools.schemas(other)).toMatchObject([
      { name: 'mcp__x__a', description: '[MCP server x] of the scope' },
    ])
    expect(ctx.tools.schemas(scope.agent).map(({ name }) => name)).toEqual(['mcp__x__a', 'mcp__z__a'])
    expect(inner.ctx.mcp.servers().map(({ name }) => name)).toEqual(['x', 'x'])
    expect(scope.ctx.mcp.servers().map(({ name }) => name)).toEqual(['x', 'z'])
    expect(ctx.mcp.servers()).toHaveLength(3)
    expect(await call('mcp__x__a', {}, { agent: other })).toMatchObject({ isError: false })
    expect(y.calls).toHaveLength(1)
    // Drift is of the one that the caller sees.
    y.tools = [{ name: 'a', description: 'changed' }]
    await inner.ctx.mcp.restart('x')
    await inner.ctx.mcp.ready()
    expect(await call('mcp__x__a', {}, { agent: other })).toMatchObject({ isError: true })
    expect(await call('mcp__x__a')).toMatchObject({ isError: false })
    await inner.dispose()
    expect(y.standing).toBe(0)
    expect(x.standing).toBe(2)
    expect(ctx.mcp.servers()).toHaveLength(2)
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([])
  })
})
