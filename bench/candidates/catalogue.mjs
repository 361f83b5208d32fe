import { firstRun, operation, reading } from '../harness/operation.mjs'

const support = '../../packages/code-mode/tests/support'

/** The generated tools of a large code host, and requests for them. They are TypeScript: this Node must be able to read it. */
async function hosting() {
  const { hostingTools } = await import(`${support}/hosting-tools.ts`)
  const { hostingRequests } = await import(`${support}/hosting-requests.ts`)
  return {
    tools: hostingTools(),
    requests: hostingRequests.map((/** @type {string[]} */ [request]) => request),
  }
}

/** The index, made for the first time in a process. */
export async function first() {
  const { catalogueOf } = await import('@millrace/code-mode')
  const { tools } = await hosting()
  const build = () => catalogueOf(tools).search('create an issue').tools.length
  return { build: firstRun(build) }
}

/** What is asked of an index that is there. */
export async function known() {
  const { catalogueOf } = await import('@millrace/code-mode')
  const { tools, requests } = await hosting()
  const catalogue = catalogueOf(tools)
  let at = 0
  const query = () => catalogue.search(requests[at++ % requests.length], { limit: 8 }).tools.length
  const names = tools.slice(0, 8).map((/** @type {{ name: string }} */ { name }) => name)
  const digest = () => catalogue.digest({ tokens: 1000 })
  return {
    query: await operation(query, { check: (found) => found > 0 }),
    describe: await operation(() => catalogue.describe(names), { check: (text) => text.includes(names[0]) }),
    digest: await operation(digest, { check: (text) => text.length > 0 }),
  }
}

/** Tokens of what a prompt says of programs and their tools, with this many tools. @param {{ pinned?: number }} options */
export async function prompt({ pinned = 0 } = {}) {
  const { Context } = await import('@deepseek-ai/cordis')
  const { CodeMode, provideCodeRuntime } = await import('@millrace/code-mode')
  const { workerRuntime } = await import('@millrace/code-mode/runtimes')
  const { ToolRuntime, transportSections } = await import('@millrace/tools')
  const { countTokens } = await import('gpt-tokenizer')
  const { tools } = await hosting()
  const names = tools.slice(0, pinned).map((/** @type {{ name: string }} */ { name }) => name)
  const ctx = /** @type {any} */ (new Context())
  await ctx.plugin(ToolRuntime, { mode: 'code' })
  await ctx.plugin(CodeMode, { sdk: { pinned: names } })
  provideCodeRuntime(ctx, workerRuntime())
  for (const tool of tools) ctx.tools.register(tool)
  const tokens = () => {
    const sections = transportSections(ctx.tools, undefined)
    return sections.reduce(
      (/** @type {number} */ sum, /** @type {{ text: string }} */ { text }) => sum + countTokens(text),
      0,
    )
  }
  return { tokens: reading(async () => tokens()) }
}
