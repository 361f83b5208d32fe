import { amount, atMost } from '../harness/goal.mjs'
import { lookup } from '../harness/measure.mjs'
import { costTable } from '../harness/report.mjs'

export const title = 'Larger arguments and results, through ctx.tools'

const dsh = 'DSH'
const ours = 'Millrace'
const textual = 'Millrace, arguments as text'
const floor = 'parse + await + stringify'

/** @param {string} work @returns {Record<string, import('../harness/candidate.mjs').Source>} */
const hosts = (work) => ({
  [dsh]: ['large.mjs', 'host', { product: 'dsh', work }],
  [ours]: ['large.mjs', 'host', { product: 'millrace', work }],
})

/** @type {Record<string, Record<string, import('../harness/candidate.mjs').Source>>} */
const works = {
  rows10k: {
    ...hosts('rows10k'),
    [textual]: ['large.mjs', 'host', { product: 'millrace', work: 'rows10k', asText: true }],
    'OpenAI Agents': ['openai-agents.mjs', 'large', { work: 'rows10k' }],
    'MCP SDK 1 in memory': ['mcp.mjs', 'large', { work: 'rows10k', line: 1 }],
    'MCP SDK 2 in memory': ['mcp.mjs', 'large', { work: 'rows10k', line: 2 }],
    'LangChain core': ['langchain.mjs', 'large', { work: 'rows10k' }],
    [floor]: ['large.mjs', 'floor', { work: 'rows10k' }],
  },
  structured1m: {
    ...hosts('structured1m'),
    'MCP SDK 1 in memory': ['mcp.mjs', 'large', { work: 'structured1m', line: 1 }],
    'MCP SDK 2 in memory': ['mcp.mjs', 'large', { work: 'structured1m', line: 2 }],
    [floor]: ['large.mjs', 'floor', { work: 'structured1m' }],
  },
  string1m: hosts('string1m'),
}

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const rows = (await pool.measure(works.rows10k, { bytes: true })).of()
  const structured = (await pool.measure(works.structured1m, { bytes: true })).of()
  const string = (await pool.measure(works.string1m, { bytes: true })).of()
  return {
    tables: [
      costTable(rows, { base: dsh, caption: '10 kB of rows as arguments and as result' }),
      costTable(structured, { base: dsh, caption: '1 MB of rows as result' }),
      costTable(string, { base: dsh, caption: 'A string of 1 MB as result' }),
    ],
    goals: [
      atMost('10 kB, of DSH', lookup(rows).over(ours, dsh), 1 / 20),
      // The floor parses a text too.
      atMost('10 kB, arguments as text, of the floor', lookup(rows).over(textual, floor), 2.2),
      atMost('1 MB of rows, of DSH', lookup(structured).over(ours, dsh), 1 / 15),
      atMost('1 MB of rows, of the floor', lookup(structured).over(ours, floor), 3.5),
      amount('1 MB of rows, allocated', megabytes(structured.get(ours)?.bytes), 8, 'MB'),
      atMost('1 MB string, of DSH', lookup(string).over(ours, dsh), 1 / 25),
    ],
  }
}

/** @param {number | undefined} bytes */
const megabytes = (bytes) => (bytes === undefined ? undefined : bytes / 1e6)
