import { Client as Client2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as InMemoryTransport1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  InMemoryTransport as InMemoryTransport2,
  McpServer as McpServer2,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { operation } from '../harness/operation.mjs'
import { largeWork, rowsZod, small, smallZod } from './values.mjs'

const lines = {
  1: { Client: Client1, InMemoryTransport: InMemoryTransport1, McpServer: McpServer1 },
  2: { Client: Client2, InMemoryTransport: InMemoryTransport2, McpServer: McpServer2 },
}

/** A client and a server in one process, with one tool. @param {1 | 2} line @param {any} config @param {() => Promise<any>} body */
async function connected(line, config, body) {
  const { Client, InMemoryTransport, McpServer } = /** @type {any} */ (lines[line])
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  server.registerTool('tool', config, body)
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await Promise.all([server.connect(far), client.connect(near)])
  // Listing tells the client the output schema, which it then enforces.
  await client.listTools()
  return client
}

const structured = (/** @type {any} */ result) => async () => ({
  content: [{ type: 'text', text: JSON.stringify(result) }],
  structuredContent: result,
})

/** @param {{ line: 1 | 2 }} options */
export async function noop({ line }) {
  const outputSchema = z.object({ text: z.string() })
  const config = { description: 'Returns its text.', inputSchema: smallZod(), outputSchema }
  const client = await connected(line, config, structured({ text: 'hello' }))
  const call = () => client.callTool({ name: 'tool', arguments: small })
  const check = (/** @type {any} */ result) => !result.isError && result.structuredContent.text === 'hello'
  return { call: await operation(call, { check }) }
}

/** @param {{ line: 1 | 2, work: 'rows10k' | 'structured1m' }} options */
export async function large({ line, work }) {
  const { args, result } = largeWork(work)
  const rows = z.object({ rows: rowsZod() })
  const inputSchema = work === 'rows10k' ? rows : z.object({})
  const config = { description: 'Returns rows.', inputSchema, outputSchema: rows }
  const client = await connected(line, config, structured(result))
  const call = () => client.callTool({ name: 'tool', arguments: args })
  const check = (/** @type {any} */ answer) => !answer.isError && answer.structuredContent.rows.length > 50
  return { call: await operation(call, { check }) }
}
