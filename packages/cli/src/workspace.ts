import { Context } from '@deepseek-ai/cordis'
import { ConfinedRoot, guardedClient, homeOf } from '@millrace/host'
import { createScope } from '@millrace/scope'
import {
  changePreview,
  wholeChange,
  type ChangePreview,
  type QuestionBoard,
  type WholeChange,
} from '@millrace/toolbox'
import { ToolRuntime, type Agent, type ToolDefinition } from '@millrace/tools'
import type { Mcp, McpQuestions } from '@millrace/mcp'
import { builtInTools } from './workspace-tools.ts'
import type { Io } from './io.ts'
import { installBoundary } from './install-boundary.ts'
import { installPolicies } from './install-policies.ts'
import { keptPaths } from './kept-paths.ts'
import { lazyMcp } from './mcp/lazy-mcp.ts'
import type { WorkspaceServers } from './mcp/server-entry.ts'
import { searchEngine } from './search-engine.ts'
import type { RuleFile, WorkspaceSettings } from './settings.ts'
import type { Prepare } from './with-workspace.ts'
import { workspaceMachine } from './workspace-machine.ts'
import type { WorkspaceSeams } from './workspace-seams.ts'

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
  /** The whole texts between which a call of a built-in tool would change a file; `undefined` where that is not known. */
  changes?(name: string, args: unknown, signal: AbortSignal, agent: Agent): Promise<WholeChange | undefined>
  /** Settings files that a rule can be saved in, the usual place first. */
  readonly ruleFiles?: readonly RuleFile[]
  /** Whether commands are to run in a sandbox; they are asked about where that is not said. */
  readonly sandbox?: WorkspaceSettings['sandbox']
  /** Whether a protected path stays read-only in a sandbox that keeps such paths; all of them do where this is missing. */
  readonly keepsPath?: (path: string) => boolean
  /** Finds out what keeps commands in, so that calls of them can be judged; see `ctx.sandbox` from then on. */
  openSandbox?(): Promise<void>
  /** Whether its settings want trust that nobody gave, or that has ended. */
  readonly isDistrusted?: boolean
  /** The servers that were wanted for it. */
  readonly servers?: WorkspaceServers
  /**
   * Starts the servers that may be started, in the background; `ready()` of what it resolves to waits for their tools. They
   * end with the workspace.
   * @param questions - answers what servers ask the person; without it they are refused.
   */
  openMcp?(questions?: McpQuestions): Promise<Mcp>
  /** Lets go of the folder and of everything that was registered. */
  close(): Promise<void>
}

const noSettings: WorkspaceSettings = { layers: [], mode: 'default', sandbox: 'auto' }

/**
 * The command's composition root: the built-in tools on one folder, behind the folder's boundary, and nothing
 * that changes anything without a yes.
 * @param env - the environment of the command; commands get what they need of it, and no secrets.
 * @param settings - rules, and what happens where none decides; without them every effect is asked about.
 * @param prepare - gets the context before anything else, as plugins may log while they are set up.
 * @param seams - stands between the tools and the machine.
 * @throws FileError where the folder cannot be opened; UsageError where the environment names no usable search engine.
 */
export async function openWorkspace(
  folder: string,
  env: Io['env'] = process.env,
  settings: WorkspaceSettings = noSettings,
  prepare?: Prepare,
  seams: WorkspaceSeams = {},
): Promise<Workspace> {
  const search = searchEngine(env)
  const root = await ConfinedRoot.open(folder)
  const ctx = new Context()
  prepare?.(ctx)
  const tools = new ToolRuntime(ctx)
  const agent: Agent = {}
  const scope = createScope(ctx, agent)
  const machine = workspaceMachine(root, env, settings, ctx, seams)
  const web = guardedClient()
  const builtIn = builtInTools(machine, web, search)
  const own = new Set(builtIn.all)
  for (const tool of own) tools.register(tool)
  const boundary = installBoundary(
    { ctx, tools },
    { files: machine.files, web, trustedTools: builtIn.search },
  )
  await installPolicies(
    { root: root.path, ctx, tools, agent },
    {
      settings,
      env,
      machine,
      runsInside: (tool) => tool.name === 'bash' && own.has(tool),
      refusals: [boundary],
    },
  )
  const mcp = lazyMcp({ ctx, root: root.path }, settings.servers, { env, machine })
  return {
    root: root.path,
    ctx,
    tools,
    agent,
    builtIn: own,
    questions: builtIn.questions,
    preview: changePreview(machine.files, builtIn.seen),
    changes: wholeChange(machine.files, builtIn.seen),
    ...toldBy(settings),
    keepsPath: keptPaths({ root: root.path, home: homeOf(env), unprotected: settings.unprotected ?? [] }),
    openSandbox: async () => void (await machine.sandbox.open()),
    servers: mcp.servers,
    openMcp: mcp.open,
    close: async () => {
      try {
        await mcp.close()
        await machine.close()
      } finally {
        await scope.dispose()
        await root.close()
      }
    },
  }
}

/** What settings say that the command asks a workspace for. */
function toldBy({
  ruleFiles = [],
  sandbox,
  isDistrusted = false,
}: WorkspaceSettings): Pick<Workspace, 'ruleFiles' | 'sandbox' | 'isDistrusted'> {
  return { ruleFiles, sandbox, isDistrusted }
}
