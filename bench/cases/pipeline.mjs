import { amount, atMost } from '../harness/goal.mjs'
import { lookup } from '../harness/measure.mjs'
import { costTable } from '../harness/report.mjs'

export const title = 'One call of a no-op tool, small arguments'

const dsh = 'DSH ctx.tools'
const dsh3 = 'DSH, 3 listeners on each waterfall'
const ours = 'Millrace ctx.tools'
const ours3 = 'Millrace, 3 listeners on each waterfall'
const handle = 'Millrace createTools() handle'
const ai = 'AI SDK executeTool + zod'
const agents = 'OpenAI Agents tool.invoke'
const mcp = 'MCP SDK 1 in memory, output schema'

/** @type {Record<string, import('../harness/candidate.mjs').Source>} */
const sources = {
  [dsh]: ['pipeline.mjs', 'host', { product: 'dsh', listeners: 0 }],
  [dsh3]: ['pipeline.mjs', 'host', { product: 'dsh', listeners: 3 }],
  'DSH, raw service past the proxy': ['pipeline.mjs', 'host', { product: 'dsh', listeners: 0, by: 'raw' }],
  [ours]: ['pipeline.mjs', 'host', { product: 'millrace', listeners: 0 }],
  'Millrace, ctx.tools read once and kept': [
    'pipeline.mjs',
    'host',
    { product: 'millrace', listeners: 0, by: 'kept' },
  ],
  [ours3]: ['pipeline.mjs', 'host', { product: 'millrace', listeners: 3 }],
  [handle]: ['pipeline.mjs', 'handle'],
  [ai]: ['ai-sdk.mjs', 'noop'],
  [agents]: ['openai-agents.mjs', 'noop'],
  [mcp]: ['mcp.mjs', 'noop', { line: 1 }],
  'MCP SDK 2 in memory, output schema': ['mcp.mjs', 'noop', { line: 2 }],
  'LangChain core tool.invoke': ['langchain.mjs', 'noop', { asMessage: false }],
  'LangChain core, as a message': ['langchain.mjs', 'noop', { asMessage: true }],
  'parse + await + stringify': ['pipeline.mjs', 'floor'],
}

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const measures = (await pool.measure(sources, { bytes: true })).of()
  const { of, over } = lookup(measures)
  return {
    tables: [costTable(measures, { base: dsh })],
    goals: [
      atMost('ctx.tools, no listeners, of DSH', over(ours, dsh), 1 / 25, { stretch: 1 / 50 }),
      atMost('ctx.tools, 3 listeners, of DSH with 3', over(ours3, dsh3), 1 / 12, { stretch: 1 / 25 }),
      atMost('ctx.tools, of OpenAI Agents', over(ours, agents), 1.3, { stretch: 1 }),
      atMost('ctx.tools, of MCP SDK 1 in memory', over(ours, mcp), 1 / 3),
      atMost('handle, of DSH', over(handle, dsh), 1 / 80),
      atMost('handle, of AI SDK executeTool', over(handle, ai), 2),
      amount('handle, bytes a call', of(handle)?.bytes, 6000, 'bytes'),
    ],
  }
}
