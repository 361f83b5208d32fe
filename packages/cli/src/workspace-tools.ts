import type { GuardedClient } from '@millrace/host'
import {
  askTool,
  commandTools,
  hostProcesses,
  QuestionBoard,
  ripgrepAccelerator,
  SeenFiles,
  todoTool,
  webFetchTool,
  webSearchTool,
  workspaceTools,
  type SearchProvider,
} from '@millrace/toolbox'
import type { ToolDefinition } from '@millrace/tools'
import type { WorkspaceMachine } from './workspace-machine.ts'

/** The tools that come with the command. */
export interface BuiltInTools {
  readonly all: readonly ToolDefinition[]
  /** Those that reach the search engine that the operator chose. */
  readonly search: readonly ToolDefinition[]
  readonly questions: QuestionBoard
  readonly seen: SeenFiles
}

/** Makes them on what a workspace has of the machine. */
export function builtInTools(
  { files, processes, spills, commandEnv }: WorkspaceMachine,
  web: GuardedClient,
  engine: SearchProvider | undefined,
): BuiltInTools {
  const questions = new QuestionBoard()
  const seen = new SeenFiles()
  const search = engine === undefined ? [] : [webSearchTool(engine)]
  const accelerator = ripgrepAccelerator({ processes: processes.lone, folder: files.root })
  const operations = hostProcesses({
    processes: processes.commands,
    spill: () => spills.open(),
    files,
    env: commandEnv,
  })
  return {
    all: [
      ...workspaceTools(files, { seen, accelerator }),
      ...commandTools(operations, { keepsJobs: false }),
      webFetchTool(web),
      ...search,
      todoTool(),
      askTool(questions),
    ],
    search,
    questions,
    seen,
  }
}
