import { createScope } from '@millrace/scope'
import { defineTool, type ToolExecutionResult } from '@millrace/tools'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, failed, setup, succeeded, tool } from './support/setup.ts'
import { observeResults } from './support/stages.ts'

const inner = defineTool({
  name: 'inner',
  description: 'Counts rows.',
  parameters: {
    query: {
      type: 'object',
      additionalProperties: false,
      properties: { rows: { type: 'array' } },
      required: true,
    },
  },
  output: { schema: { type: 'integer' }, render: (_args, value) => [{ type: 'text', text: String(value) }] },
  execute: async ({ query }) => query.rows?.length ?? 0,
})

describe('a call inside a call', () => {
  verifies(['fault:B009'], 'passes its arguments as the object that they are', async () => {
    const { ctx, tools, call } = await setup()
    const agent = agentNamed('one')
    createScope(ctx, agent)
    tools.register(inner)
    let nested: ToolExecutionResult | undefined
    tools.register(
      tool({
        name: 'outer',
        execute: async (args, exec) => {
          nested = await tools.execute({
            callId: `${exec.callId}:1`,
            rootCallId: exec.rootCallId,
            parent: exec.token,
            agent,
            name: 'inner',
            arguments: args,
            signal: exec.signal,
          })
          return nested.isError ? { failed: nested.error.message } : { rows: nested.value }
        },
      }),
    )
    const seen = observeResults(ctx)
    const args = { query: { rows: [1, { deep: [2] }, null] } }
    expect(succeeded(await call('outer', args, { callId: 'root' })).value).toEqual({ rows: 3 })
    expect(seen.map(({ exec }) => [exec.callId, exec.rootCallId, exec.arguments])).toEqual([
      ['root:1', 'root', args],
      ['root', 'root', args],
    ])
    const [within, outer] = seen.map(({ exec }) => exec)
    expect(within?.parent).toBe(outer?.token)
    expect('parent' in (outer ?? {})).toBe(false)
  })

  verifies(
    ['fault:B009', 'fault:B008'],
    'is refused by path and type when text stands for an object',
    async () => {
      const { tools, call } = await setup()
      tools.register(inner)
      for (const query of ['{"rows":[]}', '[object Object]', ['rows']]) {
        const { error } = failed(await call('inner', { query }))
        expect(error.info?.code).toBe('INVALID_ARGS')
        expect(error.message).toContain('"query" must be an object')
      }
      const { message } = failed(await call('inner', { query: { rows: '[]', other: {} } })).error
      expect(message).toContain('"query.rows" must be an array')
      expect(message).not.toContain('[object Object]')
      expect(succeeded(await call('echo', { text: '[1,2,3]' })).value).toEqual({ text: '[1,2,3]' })
    },
  )
})
