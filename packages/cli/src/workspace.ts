import { Context } from '@deepseek-ai/cordis'
import { ConfinedRoot } from '@millrace/host'
import { createScope } from '@millrace/scope'
import { confinedFiles, workspaceGuard, workspaceTools } from '@millrace/toolbox'
import { ToolRuntime, type Agent, type ToolDefinition } from '@millrace/tools'
import { askBeforeEffects } from './ask-before-effects.ts'

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
  /** Lets go of the folder and of everything that was registered. */
  close(): Promise<void>
}

/**
 * The command's composition root: the built-in tools on one folder, behind the folder's boundary, and nothing
 * that changes anything without a yes.
 * @throws FileError where the folder cannot be opened.
 */
export async function openWorkspace(folder: string): Promise<Workspace> {
  const root = await ConfinedRoot.open(folder)
  const ctx = new Context()
  const tools = new ToolRuntime(ctx)
  const agent: Agent = {}
  const scope = createScope(ctx, agent)
  const files = confinedFiles(root)
  const builtIn = new Set(workspaceTools(files))
  for (const tool of builtIn) tools.register(tool)
  const outside = workspaceGuard((name, { agent: caller }) => tools.get(name, caller), files)
  // Named, because the name is what a card says about who denied a call.
  tools.guard(function workspace(execution) {
    return outside(execution)
  })
  askBeforeEffects(ctx, tools)
  return {
    root: root.path,
    ctx,
    tools,
    agent,
    builtIn,
    close: async () => {
      await scope.dispose()
      await root.close()
    },
  }
}
