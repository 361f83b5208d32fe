import { commandEnvironment, openProcesses } from '@millrace/host'
import { McpService, type McpQuestion, type McpServerConfig } from '@millrace/mcp'
import { setup, type Setup } from '@millrace/testkit'
import type { ToolExecutionResult, ToolProgress } from '@millrace/tools'

/** A runtime whose tools are those of real servers. */
export interface WithServers {
  readonly ctx: Setup['ctx']
  /** Calls a tool by its public name. */
  readonly call: (name: string, args?: unknown, signal?: AbortSignal) => Promise<ToolExecutionResult>
  /** What the calls reported of their progress, in order. */
  readonly progress: readonly ToolProgress[]
  /** What the servers asked the person. */
  readonly questions: readonly McpQuestion[]
  readonly log: readonly string[]
  readonly close: () => Promise<void>
}

/** Starts servers and waits until they have listed their tools. Questions are accepted with these contents. */
export async function withServers(
  servers: Readonly<Record<string, McpServerConfig>>,
  root: string,
  content: Readonly<Record<string, string | number | boolean>>,
): Promise<WithServers> {
  const processes = openProcesses()
  const { ctx, dispose } = await setup({})
  const progress: ToolProgress[] = []
  const questions: McpQuestion[] = []
  const log: string[] = []
  await ctx.plugin(McpService, {
    start: (spec) => processes.start(spec),
    env: commandEnvironment(process.env),
    root,
    log: (server, text) => log.push(`${server}: ${text}`),
    questions: {
      ask: (question) => {
        questions.push(question)
        return Promise.resolve({ action: 'accept', content })
      },
    },
  })
  ctx.on('tools/progress', (_execution, news) => void progress.push(news))
  for (const [name, config] of Object.entries(servers)) ctx.mcp.add(name, config)
  await ctx.mcp.ready()
  let serial = 0
  return {
    ctx,
    progress,
    questions,
    log,
    call: (name, args = {}, signal = new AbortController().signal) =>
      ctx.tools.execute({ callId: `call-${++serial}`, name, arguments: args, signal }),
    close: async () => {
      await dispose()
      await processes.close()
    },
  }
}
