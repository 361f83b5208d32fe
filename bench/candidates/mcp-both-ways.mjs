// Our client and our server beside those of the SDK: in memory, each pair in one process, with one tool.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { operation, reading } from '../harness/operation.mjs'
import { listedTools, ListingServer } from './mcp-listing.mjs'
import { largeWork, rowsZod, small, smallZod } from './values.mjs'
import { z } from 'zod'

/** @typedef {'legacy' | 'modern'} Era */
/** @typedef {'text' | 'structured' | 'rows'} Work */

/** What is called, with what, and what it gives. @param {Work} work */
function workOf(work) {
  if (work === 'rows') {
    const { args, result } = largeWork('rows10k')
    const rows = z.object({ rows: rowsZod() })
    return { config: { description: 'Returns rows.', inputSchema: rows, outputSchema: rows }, args, result }
  }
  const result = { text: 'hello' }
  const outputSchema = work === 'structured' ? { outputSchema: z.object({ text: z.string() }) } : {}
  return {
    config: { description: 'Returns its text.', inputSchema: smallZod(), ...outputSchema },
    args: small,
    result,
  }
}

/** @param {Work} work @param {any} result */
const answerOf = (work, result) =>
  work === 'text'
    ? { content: [{ type: 'text', text: result.text }] }
    : { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }

/** The server of the SDK, in whichever era the client opens. @param {Work} work */
function sdkServer(work) {
  const { config, result } = workOf(work)
  const [near, far] = InMemoryTransport.createLinkedPair()
  const factory = () => {
    const server = new McpServer({ name: 'bench', version: '1.0.0' })
    server.registerTool(
      'tool',
      /** @type {any} */ (config),
      /** @type {any} */ (async () => answerOf(work, result)),
    )
    return server
  }
  serveStdio(factory, { transport: /** @type {any} */ (far) })
  return near
}

/** @param {any} transport @param {Era} era */
async function sdkClient(transport, era) {
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
  )
  await client.connect(transport)
  if (client.getProtocolEra() !== era) throw new Error(`the era is ${client.getProtocolEra()}`)
  // Listing tells the client the output schema, which it then enforces.
  await client.listTools()
  return client
}

const gave = (/** @type {any} */ answer) =>
  !answer.isError && (answer.structuredContent !== undefined || answer.content[0].text === 'hello')

/**
 * The client of the SDK on the server of the SDK.
 * @param {{ era: Era, work: Work, follows?: boolean }} options - whether calls can be cancelled and ask for progress, as ours
 * always do.
 */
export async function sdk({ era, work, follows = false }) {
  const client = await sdkClient(sdkServer(work), era)
  const { args } = workOf(work)
  const options = follows ? { signal: new AbortController().signal, onprogress: () => {} } : undefined
  const call = () => client.callTool({ name: 'tool', arguments: args }, options)
  return { call: await operation(call, { check: gave }) }
}

/** A tool of the server of the SDK as a tool of ours: our client, and the pipeline. @param {{ work: Work }} options */
export async function ourClient({ work }) {
  const { ctx } = await service(() => sdkServer(work))
  ctx.mcp.add('bench', config)
  await ctx.mcp.ready()
  const signal = new AbortController().signal
  const input = { callId: 'call-1', name: 'mcp__bench__tool', arguments: workOf(work).args, signal }
  // Read once: what a context gives is looked up anew each time, which `pipeline` measures.
  const { tools } = ctx
  const [{ state }] = ctx.mcp.servers()
  if (state.facts?.era !== 'modern') throw new Error(`the server is ${JSON.stringify(state)}`)
  const check = (/** @type {any} */ result) => !result.isError && result.value !== undefined
  return { call: await operation(() => tools.execute(input), { check }) }
}

/** Our client without the pipeline. @param {{ work: Work }} options */
export async function ourConnection({ work }) {
  const { connectOver } = await import('@millrace/mcp')
  const { signal } = new AbortController()
  const connection = await connectOver('bench', sdkServer(work), {}, {}, signal)
  const [tool] = (await connection.listTools(signal)).tools
  const { args } = workOf(work)
  const call = () => connection.callTool(tool, /** @type {any} */ (args), { signal, onProgress: () => {} })
  return { call: await operation(call, { check: (result) => !result.isError }) }
}

/** The client of the SDK on our server, which has the same tool as ours. @param {{ era: Era, work: Work }} options */
export async function ourServer({ era, work }) {
  const { Context } = await import('@deepseek-ai/cordis')
  const { createScope } = await import('@millrace/scope')
  const { defineTool, ToolRuntime } = await import('@millrace/tools')
  const { serveTransport, ToolServer } = await import('@millrace/mcp/server')
  const ctx = /** @type {any} */ (new Context())
  await ctx.plugin(ToolRuntime)
  const { config, result, args } = workOf(work)
  ctx.tools.register(
    defineTool({
      name: 'tool',
      description: config.description,
      parameters: /** @type {any} */ (config.inputSchema),
      output: {
        schema: /** @type {any} */ (config).outputSchema ?? { type: 'string' },
        render: (_args, value) => [
          { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) },
        ],
      },
      isConcurrencySafe: () => true,
      execute: async () => (/** @type {any} */ (work === 'text' ? result.text : result)),
    }),
  )
  const openClient = () => {
    const agent = {}
    const scope = createScope(ctx, agent)
    return { agent, close: () => scope.dispose() }
  }
  const server = new ToolServer(/** @type {any} */ ({ ctx, name: 'bench', version: '1.0.0', openClient }))
  const [near, far] = InMemoryTransport.createLinkedPair()
  await serveTransport(server, /** @type {any} */ (far))
  const client = await sdkClient(near, era)
  return { call: await operation(() => client.callTool({ name: 'tool', arguments: args }), { check: gave }) }
}

const config = { type: 'stdio', command: 'server', args: [], env: {} }

/** A context whose servers are reached by these transports. @param {(name: string) => any} transportOf */
async function service(transportOf) {
  const { Context } = await import('@deepseek-ai/cordis')
  const { ToolRuntime } = await import('@millrace/tools')
  const { connectOver, McpService } = await import('@millrace/mcp')
  const ctx = /** @type {any} */ (new Context())
  await ctx.plugin(ToolRuntime)
  await ctx.plugin(/** @type {any} */ (McpService), {
    start: () => Promise.reject(new Error('no program is started')),
    env: {},
    root: '/',
    connect: (
      /** @type {string} */ name,
      /** @type {any} */ settings,
      /** @type {any} */ options,
      /** @type {AbortSignal} */ signal,
    ) => connectOver(name, transportOf(name), settings, options, signal),
  })
  return { ctx }
}

/** How slow the server of this number is, in milliseconds: the last one is the slowest. @param {number} at @param {number} slowest */
const delayOf = (at, slowest) => Math.round((slowest * (at + 1)) / servers)
const servers = 20
const toolsOfEach = 50

/** 1,000 tools of 20 servers, from nothing to a list of all. @param {{ slowest: number }} options - milliseconds. */
export async function start({ slowest }) {
  // What a process loads once is no part of a start of servers.
  const { ctx } = await service(() => new ListingServer(listedTools('warm', 1), 0))
  ctx.mcp.add('warm', config)
  await ctx.mcp.ready()
  return { start: reading(() => started(slowest)) }
}

/** @param {number} slowest */
async function started(slowest) {
  const names = Array.from({ length: servers }, (_, at) => `server-${at}`)
  const transports = new Map(
    names.map((name, at) => [name, new ListingServer(listedTools(name, toolsOfEach), delayOf(at, slowest))]),
  )
  const { ctx } = await service((name) => transports.get(name))
  const from = performance.now()
  for (const name of names) ctx.mcp.add(name, config)
  await ctx.mcp.ready()
  const wall = performance.now() - from
  if (ctx.tools.schemas().length !== servers * toolsOfEach)
    throw new Error(`${ctx.tools.schemas().length} tools`)
  return wall * 1000
}

/** The slowest of these servers alone, by the client of the SDK. @param {{ slowest: number }} options */
export async function slowestAlone({ slowest }) {
  const alone = async () => {
    const from = performance.now()
    const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(/** @type {any} */ (new ListingServer(listedTools('server', toolsOfEach), slowest)))
    await client.listTools()
    return (performance.now() - from) * 1000
  }
  return { start: reading(alone) }
}

/** Bytes of heap that a connected server takes, and each of its tools, without what the server itself is. */
export async function memory() {
  return {
    memory: reading(async () => {
      await heapOf(5, 10)
      const few = await heapOf(40, 10)
      const more = await heapOf(140, 10)
      const larger = await heapOf(40, 110)
      return { server: (more - few) / 100, tool: (larger - few) / (40 * 100) }
    }),
  }
}

/** @type {unknown[]} */
const kept = []

/** @param {number} count @param {number} toolsEach */
async function heapOf(count, toolsEach) {
  const before = settledHeap()
  // One list for all, so that the servers themselves weigh next to nothing.
  const tools = listedTools('server', toolsEach)
  const { ctx } = await service(() => new ListingServer(tools, 0))
  for (let at = 0; at < count; at++) ctx.mcp.add(`server-${at}`, config)
  await ctx.mcp.ready()
  kept.push(ctx)
  await new Promise((resolve) => setTimeout(resolve, 100))
  return settledHeap() - before
}

function settledHeap() {
  for (let times = 0; times < 3; times++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** Whether the bytes of listings are the same when servers answer in another order: 1 where they are. */
export async function listing() {
  const { serveTransport, ToolServer } = await import('@millrace/mcp/server')
  const listed = async (/** @type {(at: number) => number} */ delay) => {
    const { ctx } = await service((name) => {
      const at = Number(name.slice('server-'.length))
      return new ListingServer(listedTools(name, toolsOfEach), delay(at))
    })
    for (let at = 0; at < servers; at++) ctx.mcp.add(`server-${at}`, config)
    await ctx.mcp.ready()
    const openClient = () => ({ agent: {}, close: async () => {} })
    const server = new ToolServer(/** @type {any} */ ({ ctx, name: 'bench', version: '1.0.0', openClient }))
    const [near, far] = InMemoryTransport.createLinkedPair()
    await serveTransport(server, /** @type {any} */ (far))
    const client = new Client({ name: 'bench', version: '1.0.0' })
    await client.connect(near)
    const served = await client.listTools()
    if (served.tools.length !== servers * toolsOfEach) throw new Error(`${served.tools.length} tools`)
    return JSON.stringify([served.tools, ctx.mcp.servers().map((/** @type {any} */ { tools }) => tools)])
  }
  return {
    listing: reading(async () => {
      const first = await listed((at) => at * 5)
      const second = await listed((at) => (servers - at) * 5)
      return { same: first === second ? 1 : 0 }
    }),
  }
}
