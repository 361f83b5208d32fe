// Code Mode in an application that exists: its functions become tools, and a model writes one program that calls them.
import { Context } from '@deepseek-ai/cordis'
import { CodeMode, declarationOf, provideCodeRuntime } from '@millrace/code-mode'
import { workerRuntime } from '@millrace/code-mode/runtimes'
import { defineTool, ToolRuntime } from '@millrace/tools'

/** What the application has already. */
const stock = new Map([
  ['bolt', 1200],
  ['nut', 80],
  ['washer', 0],
])

const articles = defineTool({
  name: 'articles',
  description: 'Names all articles.',
  parameters: {},
  output: {
    schema: { type: 'array', items: { type: 'string' } },
    render: (_args, names) => [{ type: 'text', text: names.join(', ') }],
  },
  effects: 'none',
  isConcurrencySafe: () => true,
  execute: async () => [...stock.keys()],
})

const inStock = defineTool({
  name: 'in_stock',
  description: 'Says how many of an article there are.',
  parameters: { article: { type: 'string', required: true } },
  output: { schema: { type: 'integer' }, render: (_args, value) => [{ type: 'text', text: `${value}` }] },
  effects: 'none',
  isConcurrencySafe: () => true,
  execute: async ({ article }) => stock.get(article) ?? 0,
})

// #region core
const ctx = new Context()
await ctx.plugin(ToolRuntime, { mode: 'code' })
await ctx.plugin(CodeMode, { limits: { cpuMs: 1_000, calls: 100 } })
provideCodeRuntime(ctx, workerRuntime())
for (const tool of [articles, inStock]) ctx.tools.register(tool)

// What a model is told of a tool, and a program that one wrote.
console.log(declarationOf(inStock, 'typescript'))
const code = `
  const names = await tools.articles({})
  const counts = await Promise.all(names.map((article) => tools.in_stock({ article })))
  return names.filter((_, at) => counts[at] < 100)
`
const result = await ctx.tools.execute({
  callId: '1',
  name: 'run_code',
  arguments: { description: 'Finds what has to be ordered', code },
  signal: AbortSignal.timeout(60_000),
})
// #endregion core
console.log(result.isError ? result.error.message : result.value)
await ctx.fiber.dispose()
