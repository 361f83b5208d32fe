import { basename } from 'node:path'
import process from 'node:process'
import type { Context } from '@deepseek-ai/cordis'
import { AgentService, contextWindow, PromptService, standardSections, taskTool } from '@millrace/agent'
import type { SessionStore } from '@millrace/agent/session'
import { readUpward } from '@millrace/host'
import { isHarnessError } from '@millrace/protocol'
import { version } from './version.ts'
import type { Workspace } from './workspace.ts'

/** What the agents of a workspace are made of. */
export interface WorkspaceAgentsOptions {
  /** Where their sessions are kept. */
  readonly store: SessionStore
}

/** Where they work; the folder is left out where none of them does. */
type AgentsPlace = Pick<Workspace, 'ctx'> & Partial<Pick<Workspace, 'root' | 'isDistrusted'>>

/**
 * Agents that work in a folder with its tools, under its policies: with what their models are told, a bounded context, and the
 * tool that delegates to a sub-agent. All of it ends with the workspace.
 */
export async function workspaceAgents(
  { ctx, root, isDistrusted = false }: AgentsPlace,
  { store }: WorkspaceAgentsOptions,
): Promise<AgentService> {
  await ctx.plugin(PromptService)
  await ctx.plugin(standardSections, { instructions: isDistrusted ? false : { files: instructionFiles } })
  await ctx.plugin(AgentService, { store, versions: { millrace: version(), node: process.versions.node } })
  await ctx.plugin(contextWindow, { summarise: true })
  await ctx.plugin(taskTool, {})
  await searchIfMany(ctx)
  if (isDistrusted && root !== undefined) await tellOfInstructions(ctx, root)
  return ctx.agents
}

/** Of each folder the first that is there. */
const instructionFiles = ['AGENTS.md', 'CLAUDE.md']

/** Whoever wrote them should know why no agent obeys them. */
async function tellOfInstructions(ctx: Context, root: string): Promise<void> {
  const names = await namesOfInstructions(root)
  if (names.length === 0) return
  ctx.logger.warn(
    `agents are not told what ${names.join(' and ')} says, as this folder has settings that are not trusted: millrace trust`,
  )
}

async function namesOfInstructions(root: string): Promise<readonly string[]> {
  try {
    const { files, skipped } = await readUpward(root, instructionFiles)
    return [...new Set([...files, ...skipped].map(({ path }) => basename(path)))]
  } catch (error) {
    if (!isHarnessError(error)) throw error
    return []
  }
}

/** UTF-16 units of schemas that fit into every request, whatever a model takes for a token. */
const few = 24_000

/** Where a host brings so many tools that requests should not carry all, models search for those that they need. */
async function searchIfMany(ctx: Context): Promise<void> {
  if (JSON.stringify(ctx.tools.schemas()).length <= few) return
  const { toolSearch } = await import('@millrace/code-mode')
  await ctx.plugin(toolSearch, {})
}
