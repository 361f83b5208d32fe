import type { ToolApprovalAnswer, ToolDefinition } from '@millrace/tools'
import { openWorkspace } from '../src/workspace.ts'
import type { OpenWorkspace } from '../src/with-workspace.ts'

/** The command's own workspace with more tools in it. */
export function withTools(...tools: readonly ToolDefinition[]): OpenWorkspace {
  return async (folder) => {
    const workspace = await openWorkspace(folder)
    for (const tool of tools) workspace.tools.register(tool)
    return workspace
  }
}

/** The same with somebody who gives this answer to every question. */
export function answeredBy(answer: ToolApprovalAnswer, ...tools: readonly ToolDefinition[]): OpenWorkspace {
  return async (folder) => {
    const workspace = await withTools(...tools)(folder)
    workspace.ctx.reflect.provide('approval', { request: () => Promise.resolve(answer) })
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
