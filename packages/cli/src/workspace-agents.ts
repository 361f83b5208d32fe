import process from 'node:process'
import type { Context } from '@deepseek-ai/cordis'
import { AgentService, contextWindow, PromptService, standardSections, taskTool } from '@millrace/agent'
import type { SessionStore } from '@millrace/agent/session'
import { version } from './version.ts'
import type { Workspace } from './workspace.ts'

/** What the agents of a workspace are made of. */
export interface WorkspaceAgentsOptions {
  /** Where their sessions are kept. */
  readonly store: SessionStore
}

/**
 * Agents that work in a folder with its tools, under its policies: with what their models are told, a bounded context, and the
 * tool that delegates to a sub-agent. All of it ends with the workspace.
 */
export async function workspaceAgents(
  { ctx }: Pick<Workspace, 'ctx'>,
  { store }: WorkspaceAgentsOptions,
): Promise<AgentService> {
  await ctx.plugin(PromptService)
  await ctx.plugin(standardSections, {})
  await ctx.plugin(AgentService, { store, versions: { millrace: version(), node: process.versions.node } })
  await ctx.plugin(contextWindow, { summarise: true })
  await ctx.plugin(taskTool, {})
  await searchIfMany(ctx)
  return ctx.agents
}

/** UTF-16 units of schemas that fit into every request, whatever a model takes for a token. */
const few = 24_000

/** Where a host brings so many tools that requests should not carry all, models search for those that they need. */
async function searchIfMany(ctx: Context): Promise<void> {
  if (JSON.stringify(ctx.tools.schemas()).length <= few) return
  const { toolSearch } = await import('@millrace/code-mode')
  await ctx.plugin(toolSearch, {})
}
