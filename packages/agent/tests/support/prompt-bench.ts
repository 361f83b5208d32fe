import { Context } from '@deepseek-ai/cordis'
import { createScope } from '@millrace/scope'
import {
  defineContentToolFixture,
  ToolRuntime,
  type ToolDefinition,
  type ToolRuntimeConfig,
} from '@millrace/tools'
import { PromptService, type SessionAgent } from '@millrace/agent'

/** A host with tools and prompts, and agents that are nothing but scopes. */
export interface PromptBench {
  readonly ctx: Context
  /** An agent below another one, or below the deployment. */
  agent(this: void, options?: { parent?: SessionAgent; cwd?: string; time?: number }): SessionAgent
}

/** A fresh host. */
export async function promptBench(config: ToolRuntimeConfig = {}): Promise<PromptBench> {
  const ctx = new Context()
  await ctx.plugin(ToolRuntime, config)
  await ctx.plugin(PromptService)
  let count = 0
  return {
    ctx,
    agent({ parent, cwd = '/somewhere', time = 0 } = {}) {
      const agent = {
        id: `agent-${count++}`,
        cwd,
        session: { header: { time } },
        ...(parent && { parent }),
      } as unknown as SessionAgent
      const scope = createScope(ctx, agent, parent ? { parent } : {})
      return Object.assign(agent, { ctx: scope.ctx })
    },
  }
}

/** A tool of which only the name matters. */
export function toolNamed(name: string, facts: Partial<ToolDefinition> = {}): ToolDefinition {
  const fixture = defineContentToolFixture({
    name,
    description: `does ${name}`,
    parameters: {},
    execute: async () => [{ type: 'text', text: `${name} done` }],
  })
  return { ...fixture, ...facts }
}

/** The names of tools, in their order. */
export function namesOf(tools: readonly { readonly name: string }[]): string[] {
  return tools.map(({ name }) => name)
}
