import type { Editor, HostSession, SessionRequest } from '@millrace/acp'
import type { AgentModel, SessionAgent } from '@millrace/agent'
import type { SessionStore } from '@millrace/agent/session'
import type { McpQuestions } from '@millrace/mcp'
import { attachQuestions } from '../ask/attach-questions.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { Io } from '../io.ts'
import { priced, type OpenModel } from '../run/open-model.ts'
import { serverQuestions } from '../mcp/server-questions.ts'
import { settledServers } from '../mcp/start-servers.ts'
import { anyCalls, presentersOf } from '../run/presenters.ts'
import { programMeans } from '../run/program-means.ts'
import { agentOptions, requirePrice } from '../run/run-prompt.ts'
import { sessionPast } from '../run/session-past.ts'
import { watchedStore } from '../run/watched-store.ts'
import type { RuntimeName } from '../code/runtime-names.ts'
import { untilAborted } from '../until-aborted.ts'
import { UsageError } from '../usage-error.ts'
import { withWorkspace, type OpenWorkspace } from '../with-workspace.ts'
import { workspaceAgents } from '../workspace-agents.ts'
import { workspaceCodeMode } from '../workspace-code-mode.ts'
import { workspaceSessions } from '../workspace-sessions.ts'
import type { Workspace } from '../workspace.ts'
import { CallScope } from './call-scope.ts'
import { editorApprovals } from './editor-approvals.ts'
import { editorFiles } from './editor-files.ts'
import { editorQuestions } from './editor-questions.ts'
import { serversOfEditor } from './editor-servers.ts'
import { editorTerminals } from './editor-terminals.ts'
import { EventFeed } from './event-feed.ts'
import { sessionModes } from './session-modes.ts'

/** What sessions of editors are made with. */
export interface EditorSessionMeans {
  readonly open: OpenWorkspace
  readonly openModel: OpenModel
  readonly flags: SettingsFlags
  readonly runtime?: RuntimeName | undefined
  /** Whether an editor may switch a session to the mode that asks nobody. */
  readonly allowsBypass: boolean
}

/** Opens a session in a folder of its own, which is let go of when the session is closed. */
export function openEditorSession(
  request: SessionRequest,
  editor: Editor,
  means: EditorSessionMeans,
  io: Io,
): Promise<HostSession> {
  const closing = new AbortController()
  const calls = new CallScope()
  const open: OpenWorkspace = (folder, env, settings, prepare) =>
    means.open(folder, env, settings, prepare, {
      files: (files) => editorFiles(files, editor),
      ...editorTerminals(editor, calls),
    })
  return new Promise((resolve, reject) => {
    const running: Promise<void> = withWorkspace(
      open,
      io,
      request.cwd,
      (workspace, settings) =>
        inWorkspace({ request, editor, means, io, workspace, settings, calls }, async (session) => {
          resolve({
            ...session,
            close: () => {
              closing.abort()
              return running
            },
          })
          await untilAborted(closing.signal)
        }),
      means.flags,
      { session: serversOfEditor(request.mcpServers) },
    )
    running.catch(reject)
  })
}

interface Opening {
  readonly request: SessionRequest
  readonly editor: Editor
  readonly means: EditorSessionMeans
  readonly io: Io
  readonly workspace: Workspace
  readonly settings: LoadedSettings
  readonly calls: CallScope
}

type Undo = ((() => unknown) | undefined)[]

/** Makes the agent of a session, and undoes all of it whatever comes of its use. */
async function inWorkspace(
  opening: Opening,
  use: (session: Omit<HostSession, 'close'>) => Promise<void>,
): Promise<void> {
  const undo: Undo = []
  try {
    await use(await sessionIn(opening, undo))
  } finally {
    for (const each of undo.toReversed()) await each?.()
  }
}

async function sessionIn(opening: Opening, undo: Undo): Promise<Omit<HostSession, 'close'>> {
  const { editor, means, io, workspace, settings, calls } = opening
  const { ctx, root, tools, agent: scope, questions } = workspace
  // Where there is no model, nothing is made.
  const model = priced(await means.openModel(io.env, settings.model), settings.prices ?? {})
  requirePrice(model, settings.limits ?? {})
  const store = await workspaceSessions(root, io.env, (message) => ctx.logger.warn(message))
  const asks = editorQuestions(editor)
  undo.push(
    asks && attachQuestions(workspace, asks),
    ctx.get('approval')?.addFrontEnd(editorApprovals(workspace, editor)),
    calls.follow(ctx),
  )
  const servers = await startedServers(opening, asks && questions && serverQuestions(questions))
  const feed = new EventFeed()
  const agent = await agentIn(opening, { model, store, feed }, undo)
  return {
    agent: whenReady(agent, servers?.ready),
    presenters: await presentersOf((name) => tools.get(name, scope), anyCalls),
    watch: feed.watch,
    ...sessionModes(ctx.permissions, means.allowsBypass),
  }
}

/** Starts the servers of a session in the background: their tools are there when it is `ready`. */
async function startedServers(
  { workspace, io }: Opening,
  questions: McpQuestions | undefined,
): Promise<{ readonly ready: Promise<void> } | undefined> {
  if ((workspace.servers?.start.length ?? 0) === 0) return undefined
  const mcp = await workspace.openMcp?.(questions)
  return mcp && { ready: settledServers(mcp, io) }
}

interface AgentParts {
  readonly model: AgentModel
  readonly store: SessionStore
  readonly feed: EventFeed
}

/** The agent of a new session, or of the one that goes on, which calls tools as it did before. */
async function agentIn(
  { request, means, io, workspace, settings }: Opening,
  { model, store, feed }: AgentParts,
  undo: Undo,
): Promise<SessionAgent> {
  const { id } = request
  const past = id === undefined ? undefined : await pastOf(store, id, workspace.root)
  const mode = past?.mode ?? settings.toolMode ?? 'native'
  if (mode !== 'native') {
    const { programs, openRuns } = programMeans(means, workspace, settings, io)
    undo.push(await workspaceCodeMode(workspace, { ...programs, runs: await openRuns() }))
  }
  const agents = await workspaceAgents(workspace, { store: watchedStore(store, feed.open) })
  const options = agentOptions(model, mode, settings.limits ?? {})
  const agent =
    id === undefined
      ? await agents.create({ ...options, cwd: workspace.root })
      : await agents.resume(id, options)
  undo.push(() => agent.dispose())
  return agent
}

/** How a session worked when it was left. @throws UsageError where it worked in another folder. */
async function pastOf(
  store: SessionStore,
  id: string,
  root: string,
): Promise<ReturnType<typeof sessionPast>> {
  const { header, events } = await store.read(id)
  if (header.cwd === root) return sessionPast(events)
  throw new UsageError(`session ${id} worked in ${header.cwd}, and calls would work in ${root}`, [
    'open it with the folder that it worked in',
  ])
}

/** The same agent; its turns begin when the tools of all servers are there, or are known not to be. */
function whenReady(agent: SessionAgent, ready: Promise<void> | undefined): HostSession['agent'] {
  const until = async (signal: AbortSignal | undefined): Promise<void> => {
    await (signal === undefined ? ready : Promise.race([ready, untilAborted(signal)]))
  }
  return {
    id: agent.id,
    cwd: agent.cwd,
    get interrupted() {
      return agent.interrupted
    },
    send: async (message, signal) => {
      await until(signal)
      return agent.send(message, signal)
    },
    goOn: async (signal) => {
      await until(signal)
      return agent.goOn(signal)
    },
  }
}
