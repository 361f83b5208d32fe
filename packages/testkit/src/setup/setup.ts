import { format } from 'node:util'
import { Context } from '@deepseek-ai/cordis'
import { createScope } from '@millrace/scope'
import {
  ToolRuntime,
  type Agent,
  type ToolDefinition,
  type ToolExecutionInput,
  type ToolExecutionResult,
  type ToolRuntimeConfig,
} from '@millrace/tools'

/** What a test begins with. */
export interface SetupOptions {
  /** Registered globally. */
  readonly tools?: readonly ToolDefinition[]
  /** Of the runtime. */
  readonly runtime?: ToolRuntimeConfig
}

/** A runtime on a context of its own. */
export interface Setup {
  readonly ctx: Context
  /** A scope that acts as an agent without a session: the agent that `call` calls for, and its context. */
  readonly scope: { readonly agent: Agent; readonly ctx: Context }
  /** What the context's logger was told, in order. */
  readonly logs: readonly string[]
  /** Calls a tool for the agent of `scope`; what is not given gets a fresh value. */
  readonly call: (
    name: string,
    args?: unknown,
    overrides?: Partial<ToolExecutionInput>,
  ) => Promise<ToolExecutionResult>
  /** Undoes everything, once; for the test to call when it ends. */
  readonly dispose: () => Promise<void>
}

/** A ready runtime for a test of tools and policies. Policies are plugins on its `ctx`. */
export async function setup(options: SetupOptions = {}): Promise<Setup> {
  const ctx = new Context()
  const logs: string[] = []
  ctx.logger.exporter({
    levels: { default: 3 },
    export: (message) => void logs.push(`${message.type}: ${format(...message.args)}`),
  })
  await ctx.plugin(ToolRuntime, options.runtime)
  for (const tool of options.tools ?? []) ctx.tools.register(tool)
  const agent: Agent = {}
  const scope = createScope(ctx, agent)
  let calls = 0
  let disposing: Promise<void> | undefined
  return {
    ctx,
    scope: { agent, ctx: scope.ctx },
    logs,
    call: (name, args = {}, overrides = {}) =>
      ctx.tools.execute({
        callId: `call_${++calls}`,
        name,
        arguments: args,
        agent,
        signal: new AbortController().signal,
        ...overrides,
      }),
    dispose: () => (disposing ??= Promise.resolve(ctx.fiber.dispose())),
  }
}
