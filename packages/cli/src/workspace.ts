import { Context } from '@deepseek-ai/cordis'
import { ConfinedRoot, guardedClient } from '@millrace/host'
import { createScope } from '@millrace/scope'
import {
  askTool,
  changePreview,
  commandTools,
  confinedFiles,
  QuestionBoard,
  SeenFiles,
  todoTool,
  webFetchTool,
  webPolicy,
  webSearchTool,
  workspaceGuard,
  workspaceTools,
  type ChangePreview,
  type ToolLookup,
} from '@millrace/toolbox'
import { ToolRuntime, type Agent, type ToolDefinition } from '@millrace/tools'
import { askBeforeEffects } from './ask-before-effects.ts'
import type { Io } from './io.ts'
import { searchEngine } from './search-engine.ts'
import { workspaceProcesses } from './workspace-processes.ts'

/** A folder with its tools, ready for calls. */
export interface Workspace {
  /** The folder, absolute and without links. */
  readonly root: string
  readonly ctx: Context
  readonly tools: ToolRuntime
  /** On whose behalf the command calls: the scope that sees the tools and that questions go to. */
  readonly agent: Agent
  /** Which of the tools come with the command; the others are the host's. */
  readonly builtIn?: ReadonlySet<ToolDefinition>
  /** Where tools ask the person; the command answers there, too, where somebody sits at the terminal. */
  readonly questions?: QuestionBoard
  /** Finds out what a call of a built-in tool would change if it ran now; `undefined` where that is not known. */
  preview?(name: string, args: unknown, signal: AbortSignal, agent: Agent): Promise<ChangePreview | undefined>
  /** Lets go of the folder and of everything that was registered. */
  close(): Promise<void>
}

/**
 * The command's composition root: the built-in tools on one folder, behind the folder's boundary, and nothing
 * that changes anything without a yes.
 * @param env - the environment of the command; commands get what they need of it, and no secrets.
 * @throws FileError where the folder cannot be opened; UsageError where the environment names no usable search engine.
 */
export async function openWorkspace(folder: string, env: Io['env'] = process.env): Promise<Workspace> {
  const search = searchEngine(env)
  const web = guardedClient()
  const root = await ConfinedRoot.open(folder)
  const ctx = new Context()
  const tools = new ToolRuntime(ctx)
  const agent: Agent = {}
  const scope = createScope(ctx, agent)
  const files = confinedFiles(root)
  const processes = workspaceProcesses(files, env, (message) => ctx.logger.warn(message))
  const questions = new QuestionBoard()
  const seen = new SeenFiles()
  const searchTools = search === undefined ? [] : [webSearchTool(search)]
  const builtIn = new Set([
    ...workspaceTools(files, { seen }),
    ...commandTools(processes),
    webFetchTool(web),
    ...searchTools,
    todoTool(),
    askTool(questions),
  ])
  for (const tool of builtIn) tools.register(tool)
  const lookup: ToolLookup = (name, { agent: caller }) => tools.get(name, caller)
  const outside = workspaceGuard(lookup, files)
  // Named, because the name is what a card says about who denied a call.
  tools.guard(function workspace(execution) {
    return outside(execution)
  })
  // Where searches go was chosen by whoever owns the environment, and may be private.
  const onStrangers: ToolLookup = (name, call) => {
    const found = lookup(name, call)
    return found !== undefined && searchTools.includes(found) ? undefined : found
  }
  ctx.on('tools/pre-execute', webPolicy(onStrangers, web))
  askBeforeEffects(ctx, tools, [outside])
  return {
    root: root.path,
    ctx,
    tools,
    agent,
    builtIn,
    questions,
    preview: changePreview(files, seen),
    close: async () => {
      try {
        await processes.close()
      } finally {
        await scope.dispose()
        await root.close()
      }
    },
  }
}
