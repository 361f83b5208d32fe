import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer'
import { openWorkspace } from 'millrace'
import { figure } from '../harness/format.mjs'
import { amount } from '../harness/goal.mjs'

export const title = 'Prompt: what all built-in tools cost a model'

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
  // With a search engine, so that no tool is missing.
  const workspace = await openWorkspace(folder, { MILLRACE_SEARXNG_URL: 'http://127.0.0.1:1' })
  try {
    const tools = workspace.tools.schemas(workspace.agent)
    const rows = tools.map((tool) => [tool.name, figure(countTokens(JSON.stringify(tool)))])
    const all = countTokens(JSON.stringify(tools))
    return {
      tables: [{ columns: ['tool', 'tokens (o200k)'], rows: [...rows, ['all together', figure(all)]] }],
      goals: [amount(`names, descriptions and schemas of ${tools.length} tools`, all, 4500, 'tokens')],
    }
  } finally {
    await workspace.close()
    rmSync(folder, { recursive: true })
  }
}
