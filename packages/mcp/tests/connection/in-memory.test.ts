import { InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { connectOver } from '@millrace/mcp'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

test('a server of the SDK in memory, whose lists hold what no text would, is read as it would be written', async () => {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const listed = {
    description: 'Greets.',
    inputSchema: z.object({}),
    outputSchema: z.object({ text: z.string() }),
  }
  serveStdio(
    () => {
      const server = new McpServer({ name: 'memory', version: '1.0.0' })
      server.registerTool('greet', listed, () => ({ content: [], structuredContent: { text: 'hello' } }))
      return server
    },
    { transport: far },
  )
  const { signal } = new AbortController()
  const connection = await connectOver('memory', near, {}, {}, signal)
  onTestFinished(() => connection.close())
  const { tools, problems } = await connection.listTools(signal)
  expect(problems).toEqual([])
  expect(tools).toMatchObject([{ name: 'greet', outputSchema: { properties: { text: { type: 'string' } } } }])
  const [greet] = tools
  if (greet === undefined) throw new Error('no tool')
  expect(greet.wire).not.toHaveProperty('title')
  const result = await connection.callTool(greet, {}, { signal, onProgress: () => {} })
  expect(result).toMatchObject({ structured: { text: 'hello' }, isError: false })
})
