import { homeOf } from '@millrace/host'
import type { SessionStore } from '@millrace/agent/session'
import type { Presenters } from '@millrace/cards'
import { messageOf } from '@millrace/protocol'
import type { CatalogueHost, WebHost } from '@millrace/web'
import type { About } from '@millrace/web/wire'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { Io } from '../io.ts'
import type { StatusArea } from '../live/status-area.ts'
import { offeredModes } from '../permissions/offered-modes.ts'
import { anyCalls, presentersOf } from '../run/presenters.ts'
import { programMeans } from '../run/program-means.ts'
import { sessionsFolder, sessionsIn } from '../workspace-sessions.ts'
import type { Workspace } from '../workspace.ts'
import { about } from './about.ts'
import { catalogueHost, type CatalogueHostOptions } from './catalogue/catalogue-host.ts'
import { toolsOfSessions } from './catalogue/tools-of-sessions.ts'
import { withoutSecrets } from './catalogue/without-secrets.ts'
import { DemoSession } from './demo-session.ts'
import { WebDesk } from './desk/web-desk.ts'
import { folderServers } from './folder-servers.ts'
import { folderAgents, type FolderAgents } from './sessions/folder-agents.ts'
import { FolderNews } from './sessions/folder-news.ts'
import { KeptValues } from './sessions/kept-values.ts'
import { LazyModel } from './sessions/lazy-model.ts'
import { ListedSessions } from './sessions/listed-sessions.ts'
import { LiveSessions } from './sessions/live-sessions.ts'
import { SessionLibrary } from './sessions/session-library.ts'
import { WebSessions, type WebSessionsOptions } from './sessions/web-sessions.ts'
import { TerminalAnswers } from './terminal-answers.ts'
import type { WorkbenchMeans, WorkbenchRequest } from './workbench-request.ts'

/** What the workbench is opened on. */
export interface OpenedFolder {
  readonly workspace: Workspace
  readonly settings: LoadedSettings
  readonly io: Io & { readonly stderr: StatusArea }
}

/** A workbench that can be served. */
export interface OpenWorkbench {
  readonly host: WebHost
  /** The session of the demo, where that is played. */
  readonly demo: string | undefined
  /** Interrupts whatever runs, and lets go of all. */
  close(): Promise<void>
}

/** What ends what was opened, the last first. */
type Undo = (() => unknown)[]

/** Opens the workbench of a folder: its sessions and agents, who is asked, and its tools, servers and rules. */
export async function openWorkbench(
  request: WorkbenchRequest,
  means: WorkbenchMeans,
  folder: OpenedFolder,
): Promise<OpenWorkbench> {
  const undo: Undo = []
  const close = async (): Promise<void> => {
    for (const each of undo.splice(0).toReversed()) await each()
  }
  try {
    return { ...(await hostOf(request, means, folder, undo)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What its parts have in common. */
interface Opening extends WorkbenchMeans, OpenedFolder {
  readonly request: WorkbenchRequest
  readonly io: OpenedFolder['io']
  readonly desk: WebDesk
  readonly live: LiveSessions
  readonly values: KeptValues
  readonly warn: (message: string) => void
  readonly undo: Undo
}

async function hostOf(
  request: WorkbenchRequest,
  means: WorkbenchMeans,
  folder: OpenedFolder,
  undo: Undo,
): Promise<Omit<OpenWorkbench, 'close'>> {
  const { workspace, settings, io } = folder
  let demo: DemoSession | undefined
  // Whoever sits at the terminal can always answer.
  const patienceMs = io.openKeyboard === undefined ? request.patienceMs : undefined
  const desk = new WebDesk({ patienceMs, came: () => demo?.begin() })
  const live = new LiveSessions(
    (session, event) => desk.hear(session, event),
    (session) => {
      if (live.activity(session) === undefined) desk.forget(session)
      desk.changed('sessions')
    },
  )
  const warn = (message: string): void => workspace.ctx.logger.warn(message)
  const opening = { ...means, ...folder, request, desk, live, values: new KeptValues(), warn, undo }
  const others = (): readonly FolderAgents[] => demo?.agents ?? []
  const lying = await sessionsOnDisk(opening)
  const { own, serve } = await ownAgents(opening, lying.store, others)
  if (request.demo) {
    demo = new DemoSession({ ...opening, store: lying.store, flags: request.flags, serve })
    undo.push(() => demo?.close())
    await demo.open()
  }
  const model = new LazyModel(means.openModel, io, settings)
  const presenters = await presentersIn(folder)
  const sessions = new WebSessions({ ...opening, ...lying, own, others, model, presenters })
  const modes = modesOf(folder, request)
  const { store } = lying
  const catalogue = { ...folder, startSession: sessions.startBy, modes, store, presenters }
  const host: WebHost = {
    about: () => about({ workspace, io, model, modes, demo: () => demo?.about }),
    sessions,
    desk,
    catalogue: catalogueOf(catalogue, desk),
  }
  return { host, demo: demo?.about.session }
}

/** The sessions of this machine, and what is found in them. */
async function sessionsOnDisk({
  workspace,
  io,
  desk,
  live,
  warn,
  undo,
}: Opening): Promise<Pick<WebSessionsOptions, 'library' | 'listed' | 'store'>> {
  const { root } = workspace
  const path = sessionsFolder(root, io.env)
  const { store, disk } = await sessionsIn(path, warn)
  const library = new SessionLibrary({ env: io.env, own: { path, store, disk }, warn })
  const waiting = (session: string): number => desk.waiting(session)
  const listed = new ListedSessions({ library, live, root, home: homeOf(io.env), waiting })
  const news = new FolderNews(io, {
    isWanted: () => desk.isAttended,
    changed: () => desk.changed('sessions'),
    failed: (error) => warn(`changes of sessions are not noticed any more: ${messageOf(error)}`),
  })
  undo.push(await news.start())
  return { library, listed, store }
}

/** The agents of the folder, and how it and other folders are served: who is asked what they want to know. */
async function ownAgents(
  opening: Opening,
  store: SessionStore,
  others: () => readonly FolderAgents[],
): Promise<{ readonly own: FolderAgents; readonly serve: (served: Workspace) => () => void }> {
  const { request, workspace, settings, io, desk, undo } = opening
  const servers = await folderServers(workspace, io, () => {
    desk.changed('servers')
    desk.changed('tools')
  })
  undo.push(servers.leave)
  const programs = programMeans(request, workspace, settings, io)
  const own = await folderAgents({ ...opening, store, ...programs, ready: servers.ready })
  const interrupt = (session: string): void => {
    for (const { agents } of [own, ...others()]) agents.interrupt(session, 'the person gave up at a question')
  }
  const terminal = new TerminalAnswers({ io, colour: request.colour, desk, interrupt })
  const serve = (served: Workspace): (() => void) => {
    const leave = [desk.add(served), terminal.add(served)]
    return () => leave.forEach((each) => each())
  }
  undo.push(serve(workspace), () => own.close())
  return { own, serve }
}

/** What shows calls: the tools that there are, and those that the command had when a session was recorded. */
async function presentersIn({ workspace, io }: OpenedFolder): Promise<Presenters> {
  const { tools, agent } = workspace
  const recorded = await toolsOfSessions(workspace, io.env)
  return presentersOf((name) => tools.get(name, agent) ?? recorded.get(name), anyCalls)
}

/** The modes that a page can choose. */
function modesOf({ workspace }: OpenedFolder, { allowsBypass }: WorkbenchRequest): About['modes'] {
  const permissions = workspace.ctx.get('permissions')
  return permissions === undefined ? [] : offeredModes(permissions, allowsBypass)
}

function catalogueOf(options: CatalogueHostOptions, desk: WebDesk): CatalogueHost {
  const catalogue = withoutSecrets(catalogueHost(options), options.workspace.ctx.get('redaction'))
  return {
    ...catalogue,
    setMode: async (mode) => {
      await catalogue.setMode(mode)
      for (const what of ['about', 'tools', 'rules'] as const) desk.changed(what)
    },
  }
}
