import type { ApprovalReply } from '@millrace/policies/approval'
import type { ToolDefinition } from '@millrace/tools'
import { openWorkspace } from '../src/workspace.ts'
import type { OpenWorkspace } from '../src/with-workspace.ts'

/** The command's own workspace with more tools in it. */
export function withTools(...tools: readonly ToolDefinition[]): OpenWorkspace {
  return async (folder, env, settings) => {
    const workspace = await openWorkspace(folder, env, settings)
    for (const tool of tools) workspace.tools.register(tool)
    return workspace
  }
}

/** The same with somebody of the host who gives this answer to every question. */
export function answeredBy(reply: ApprovalReply, ...tools: readonly ToolDefinition[]): OpenWorkspace {
  return async (folder, env, settings) => {
    const workspace = await withTools(...tools)(folder, env, settings)
    workspace.ctx.get('approval')?.addFrontEnd({ name: 'host', ask: () => Promise.resolve(reply) })
    return workspace
  }
}

/** A tool that answers with its arguments as text and changes nothing, unless something else is said. */
export function tool(name: string, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    description: `The ${name} tool.`,
    parameters: { type: 'object', properties: {} },
    output: {
      schema: { type: 'string' },
      render: (_args, value) => [{ type: 'text', text: typeof value === 'string' ? value : '' }],
    },
    effects: 'none',
    execute: async (args) => JSON.stringify(args),
    ...more,
  }
}
