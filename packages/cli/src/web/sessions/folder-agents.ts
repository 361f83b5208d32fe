import type { AgentModel, AgentService } from '@millrace/agent'
import type { SessionStore } from '@millrace/agent/session'
import type { Agent, ToolPresentationMode } from '@millrace/tools'
import type { LimitSettings } from '../../config/file-settings.ts'
import { lazily } from '../../lazily.ts'
import { agentOptions } from '../../run/run-prompt.ts'
import { watchedStore } from '../../run/watched-store.ts'
import { workspaceAgents } from '../../workspace-agents.ts'
import { workspaceCodeMode, type CodeModeOptions } from '../../workspace-code-mode.ts'
import type { Workspace } from '../../workspace.ts'
import type { KeptValues } from './kept-values.ts'
import type { LiveSessions } from './live-sessions.ts'
import { sessionOf } from './session-of.ts'
import { WebAgents } from './web-agents.ts'

/** What agents of a folder need. */
export interface FolderAgentsOptions {
  readonly workspace: Workspace
  /** Where their sessions are kept. */
  readonly store: SessionStore
  readonly live: LiveSessions
  readonly values: KeptValues
  /** Where programs run. */
  readonly programs: Omit<CodeModeOptions, 'runs'>
  /** Where programs that are under way are kept. */
  readonly openRuns: () => Promise<NonNullable<CodeModeOptions['runs']>>
  /** Resolves when the tools of all servers are there, or are known not to be. */
  readonly ready: () => Promise<void>
  readonly warn: (message: string) => void
}

/** Agents of this process that work in one folder, and what is made for them when the first of them needs it. */
export interface FolderAgents {
  readonly root: string
  readonly agents: WebAgents
  /** How an agent is made. Where programs call its tools, what runs them is there when this resolves. */
  options(model: AgentModel, mode: ToolPresentationMode, limits: LimitSettings): Promise<AgentMeans>
  /** Interrupts whatever runs, and lets go of all. */
  close(): Promise<void>
}

type AgentMeans = Parameters<AgentService['resume']>[1] & { readonly cwd: string }

/** Makes what the agents of a folder need. The service itself ends with the workspace. */
export async function folderAgents(options: FolderAgentsOptions): Promise<FolderAgents> {
  const { workspace, store, live, values, ready, warn } = options
  const service = await workspaceAgents(workspace, { store: watchedStore(store, live.opened) })
  const left = (agent: Agent): void => workspace.ctx.get('permissions')?.forget(agent)
  const agents = new WebAgents({ agents: service, live, ready, left, warn })
  const codeMode = lazily(async () =>
    workspaceCodeMode(workspace, { ...options.programs, runs: await options.openRuns() }),
  )
  const undo = listen(workspace, live, values)
  return {
    root: workspace.root,
    agents,
    options: async (model, mode, limits) => {
      if (mode !== 'native') await codeMode.get()
      return { ...agentOptions(model, mode, limits), cwd: workspace.root }
    },
    close: async () => {
      await agents.close()
      for (const each of undo) each()
      await codeMode.close((end) => end())
    },
  }
}

function listen({ ctx }: Workspace, live: LiveSessions, values: KeptValues): readonly (() => void)[] {
  return [
    ctx.on('agent/turn-end', ({ session }) => {
      live.refreshed(session.header.id)
      return undefined
    }),
    ctx.on('tools/result', ({ agent, callId }, result) => {
      const session = sessionOf(agent)
      if (session === undefined || result.isError) return undefined
      values.add(session, callId, result.value, ctx.get('redaction'))
      return undefined
    }),
  ]
}
