import { stat } from 'node:fs/promises'
import { Context } from '@deepseek-ai/cordis'
import { memorySessions } from '@millrace/agent/session'
import { guardedClient } from '@millrace/host'
import { commandTools, QuestionBoard } from '@millrace/toolbox'
import { askTool, todoTool, webFetchTool, webSearchTool, workspaceTools } from '@millrace/toolbox'
import type { FileOperations, ProcessOperations } from '@millrace/toolbox'
import { ToolRuntime, type ToolDefinition } from '@millrace/tools'
import type { Io } from '../io.ts'
import { searchEngine } from '../search-engine.ts'
import { opened, openDefault, type OpenWorkspace } from '../with-workspace.ts'
import { workspaceAgents } from '../workspace-agents.ts'

/** The tools of recorded calls, for what they say of calls; none of them runs. */
export interface RecordedTools {
  get(name: string): ToolDefinition | undefined
  readonly all: readonly ToolDefinition[]
}

/**
 * Does something with the tools whose calls were recorded: those of the command itself, which are made without the folder, or
 * those of a host.
 * @param folders - the first of these that there still is, is what a host opens.
 */
export async function withRecordedTools<T>(
  open: OpenWorkspace,
  folders: readonly string[],
  env: Io['env'],
  use: (tools: RecordedTools) => Promise<T>,
): Promise<T> {
  if (open === openDefault) return use(await withAgents(builtIn(env)))
  const workspace = await opened((path) => open(path, env), await standing(folders))
  try {
    await workspaceAgents(workspace, { store: memorySessions() })
    const { tools, agent } = workspace
    return await use(recorded(tools, (name) => tools.get(name, agent), agent))
  } finally {
    await workspace.close()
  }
}

async function withAgents(tools: readonly ToolDefinition[]): Promise<RecordedTools> {
  const ctx = new Context()
  const runtime = new ToolRuntime(ctx)
  for (const tool of tools) runtime.register(tool)
  await workspaceAgents({ ctx }, { store: memorySessions() })
  return recorded(runtime, (name) => runtime.get(name))
}

function recorded(
  runtime: ToolRuntime,
  get: (name: string) => ToolDefinition | undefined,
  agent?: Parameters<ToolRuntime['schemas']>[0],
): RecordedTools {
  const names = runtime.schemas(agent).map(({ name }) => name)
  return { get, all: names.flatMap((name) => get(name) ?? []) }
}

async function standing(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const isFolder = await stat(folder).then(
      (facts) => facts.isDirectory(),
      () => false,
    )
    if (isFolder) return folder
  }
  return folders.at(-1) ?? '.'
}

/** As a recording may be of a machine with a search engine, that one is always there. */
function builtIn(env: Io['env']): readonly ToolDefinition[] {
  return [
    ...workspaceTools(nowhere),
    ...commandTools(nothing, { keepsJobs: false }),
    webFetchTool(guardedClient()),
    webSearchTool(searchEngine(env) ?? { hosts: [], search: refuse }),
    todoTool(),
    askTool(new QuestionBoard()),
  ]
}

function refuse(): never {
  throw new Error('a recorded call is looked at, and never runs')
}

const nowhere: FileOperations = {
  root: '/',
  locate: refuse,
  stat: refuse,
  read: refuse,
  directory: refuse,
  change: refuse,
}

const nothing: ProcessOperations = { root: '/', folder: refuse, start: refuse, spill: refuse }
