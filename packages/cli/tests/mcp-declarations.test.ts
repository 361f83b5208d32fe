import { sdkText } from '@millrace/code-mode'
import { McpService, type McpConnection, type RemoteTool } from '@millrace/mcp'
import type { JsonObject, JsonValue } from '@millrace/schema'
import { setup } from '@millrace/testkit'
import { toolDefinitions } from '@millrace/tools'
import { describe, expect, onTestFinished } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'

function nested(levels: number): JsonObject {
  let schema: JsonObject = { type: 'string' }
  for (let level = 0; level < levels; level += 1) schema = { type: 'object', properties: { a: schema } }
  return schema
}

const self = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }

/** Schemas of which each has ended a request of somebody. */
const odd: Readonly<Record<string, JsonValue>> = {
  referred: {
    type: 'object',
    properties: { q: { $ref: '#/$defs/Q' } },
    $defs: { Q: { type: 'object', properties: { limit: { type: 'integer' } } } },
  },
  recursive: self,
  lists: {
    properties: {
      rows: { type: ['array', 'null'], items: { type: ['object', 'null'], properties: { value: true } } },
    },
  },
  rootless: { properties: { a: { type: 'string' } } },
  contradictory: { type: 'string', properties: { a: {} }, required: ['a'] },
  deep: nested(20_000),
  fairly: nested(400),
  remote: { type: 'object', properties: { a: { $ref: 'https://example.com/schema' } } },
  comment: {
    type: 'object',
    description: '*/ } declare const process: any; /*',
    properties: { 'a\n*/': {}, constructor: {} },
  },
}

function connection(): McpConnection {
  const tools = Object.entries(odd).map(([name, schema]): RemoteTool => {
    const wire = { name, description: 'Odd.', inputSchema: schema, outputSchema: schema }
    return { ...wire, annotations: {}, wire }
  })
  let close: (reason: string) => void = () => {}
  const closed = new Promise<string>((resolve) => (close = resolve))
  return {
    facts: { era: 'modern', protocolVersion: '2026-07-28' },
    listTools: () => Promise.resolve({ tools, problems: [] }),
    callTool: () => Promise.reject(new Error('nothing is called')),
    onToolsChanged: () => () => {},
    closed,
    close: () => Promise.resolve(close('closed')),
  }
}

describe('what programs are told of remote tools', () => {
  verifies(
    ['fault:B014', 'fault:B016', 'fault:B017', 'fault:B019', 'fault:B020', 'fault:B023'],
    'is there of every tool, whatever its schemas are',
    async () => {
      const { ctx, dispose } = await setup()
      onTestFinished(dispose)
      await ctx.plugin(McpService, {
        start: () => Promise.reject(new Error('nothing is started')),
        env: {},
        root: '/work',
        connect: () => Promise.resolve(connection()),
      })
      ctx.mcp.add('x', { type: 'stdio', command: 'x', args: [], env: {} })
      await ctx.mcp.ready()
      const definitions = toolDefinitions(ctx.tools)
      expect(definitions).toHaveLength(Object.keys(odd).length)
      for (const language of ['typescript', 'python']) {
        const text = sdkText(definitions, language)
        for (const name of Object.keys(odd)) expect(text).toContain(`mcp__x__${name}`)
        expect(text.length).toBeLessThan(200_000)
      }
      const typescript = sdkText(definitions, 'typescript')
      expect(typescript).toContain('limit?: number')
      expect(typescript).not.toContain('*/ } declare const process')
      expect(typescript).toContain('[MCP server x] Odd.')
    },
  )
})
