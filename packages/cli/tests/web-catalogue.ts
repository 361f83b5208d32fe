import type { AgentService, SessionAgent, TurnResult } from '@millrace/agent'
import type { ApprovalReply } from '@millrace/policies/approval'
import type { SessionEvent } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import type { CatalogueHost } from '@millrace/web'
import { onTestFinished } from 'vitest'
import { permissionModes } from '../src/config/choices.ts'
import type { SettingsFlags } from '../src/config/loaded-settings.ts'
import { serversFor } from '../src/mcp/servers-for.ts'
import { anyCalls, presentersOf } from '../src/run/presenters.ts'
import { programMeans } from '../src/run/program-means.ts'
import { catalogueHost } from '../src/web/catalogue/catalogue-host.ts'
import type { StartSession } from '../src/web/catalogue/start-session.ts'
import { workspaceAgents } from '../src/workspace-agents.ts'
import { workspaceCodeMode } from '../src/workspace-code-mode.ts'
import { workspaceSessions } from '../src/workspace-sessions.ts'
import { openWorkspace, type Workspace } from '../src/workspace.ts'
import { settingsIn, type Place } from './settings.ts'
import { terminal } from './terminal.ts'

/** A catalogue over a real workspace. */
export interface OpenedCatalogue {
  readonly host: CatalogueHost
  readonly workspace: Workspace
  /** Waits for the turn of a session that was begun, and reads what it left in its log. */
  readonly ended: (id: string) => Promise<{ result: TurnResult; events: readonly SessionEvent[] }>
}

/** What a test may set of it. */
export interface CatalogueOptions {
  readonly tools?: readonly ToolDefinition[]
  /** How somebody answers all questions. */
  readonly reply?: ApprovalReply
  readonly flags?: SettingsFlags
  readonly allowsBypass?: boolean
}

/** Opens the catalogue of a place; it ends with the test. */
export async function catalogue(at: Place, options: CatalogueOptions = {}): Promise<OpenedCatalogue> {
  const { tools = [], reply = { kind: 'once' }, flags, allowsBypass = false } = options
  const io = terminal({ cwd: at.project, env: at.env })
  const loaded = await settingsIn(at, flags)
  const settings = { ...loaded, servers: await serversFor('all', loaded, io) }
  const workspace = await openWorkspace(at.project, at.env, settings)
  onTestFinished(() => workspace.close())
  for (const tool of tools) workspace.tools.register(tool)
  workspace.ctx.get('approval')?.addFrontEnd({ name: 'user', ask: () => Promise.resolve(reply) })
  await (await workspace.openMcp?.())?.ready()
  const store = await workspaceSessions(workspace.root, at.env, () => {})
  const turns = new Map<string, Promise<TurnResult>>()
  const agents = await workspaceAgents(workspace, { store })
  const { programs, openRuns } = programMeans({}, workspace, settings, io)
  onTestFinished(await workspaceCodeMode(workspace, { ...programs, runs: await openRuns() }))
  const startSession: StartSession = async (model, prompt, { mode }) => {
    const agent = await agentOf(agents, model, workspace.root, mode)
    turns.set(agent.id, turnOf(agent, prompt))
    return agent.id
  }
  const host = catalogueHost({
    workspace,
    settings,
    io,
    startSession,
    store,
    presenters: await presentersOf((name) => workspace.tools.get(name, workspace.agent), anyCalls),
    modes: permissionModes.filter((mode) => mode !== 'bypass' || allowsBypass),
  })
  const ended: OpenedCatalogue['ended'] = async (id) => {
    const result = await turns.get(id)
    if (result === undefined) throw new Error(`no session ${id} was begun`)
    return { result, events: (await store.read(id)).events }
  }
  return { host, workspace, ended }
}

function agentOf(
  agents: AgentService,
  model: Parameters<StartSession>[0],
  cwd: string,
  mode: Parameters<StartSession>[2]['mode'],
): Promise<SessionAgent> {
  return agents.create({ model, cwd, ...(mode !== 'native' && { presentAs: mode }) })
}

async function turnOf(agent: SessionAgent, prompt: string): Promise<TurnResult> {
  const result = await agent.send(prompt)
  await agent.dispose()
  return result
}

/** The data of the events of one type. */
export function dataOf<T extends SessionEvent['type']>(
  events: readonly SessionEvent[],
  type: T,
): readonly SessionEvent<T>['data'][] {
  return events.flatMap((event) => (event.type === type ? [event.data as SessionEvent<T>['data']] : []))
}
