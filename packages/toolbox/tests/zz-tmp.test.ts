import { test } from 'vitest'
import { createTools } from '@millrace/tools'
import { todoTool, editTool } from '../src/index.ts'
import { callsOn } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'
const { workspace } = inWorkspace()
test('m', async () => {
  const out: string[] = []
  const todos = Array.from({ length: 300_000 }, () => ({ content: 'x', status: 'pending' }))
  const edits = Array.from({ length: 200_000 }, () => ({ oldText: 'x', newText: 'y' }))
  const runtime = createTools({ tools: [todoTool(), editTool(workspace.files)] })
  for (const [n, a] of [['todo_write', { todos }], ['edit', { path: 'a', edits }], ['edit', { path: 'a', edits: edits.slice(0, 2) }]] as const) {
    const c = process.cpuUsage()
    const r = await runtime.execute({ callId: n, name: n, arguments: a, signal: new AbortController().signal })
    const u = process.cpuUsage(c); out.push(`${n} ${((u.user + u.system) / 1000).toFixed(0)} cpu ${r.error?.message}`)
    const c2 = process.cpuUsage(); runtime.get(n)?.presentCall?.(a); const u2 = process.cpuUsage(c2); out.push(`  view ${((u2.user + u2.system) / 1000).toFixed(0)} cpu`)
  }
  console.log(out.join('\n'))
}, 60000)
