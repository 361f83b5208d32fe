import type { AgentModel } from '@millrace/agent'
import type { SessionStore } from '@millrace/agent/session'
import type { Presenters } from '@millrace/cards'
import { isLocked } from '@millrace/host'
import type { SessionHeader } from '@millrace/protocol'
import type { ToolPresentationMode } from '@millrace/tools'
import type { SessionsHost, SessionSource } from '@millrace/web'
import type { MessageReceipt } from '@millrace/web/wire'
import { modelOfProgram } from '../../code/program-model.ts'
import type { LoadedSettings } from '../../config/load-settings.ts'
import { shortId } from '../../run/session-choice.ts'
import { sessionPast } from '../../run/session-past.ts'
import { lockFile } from '../../sessions/session-folders.ts'
import type { StartSession } from '../catalogue/start-session.ts'
import { WebError } from '../web-error.ts'
import type { FolderAgents } from './folder-agents.ts'
import type { KeptValues } from './kept-values.ts'
import type { LazyModel } from './lazy-model.ts'
import type { ListedSessions } from './listed-sessions.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { SessionLibrary } from './session-library.ts'
import { WatchedSession } from './watched-session.ts'

/** What the sessions of a page are made of. */
export interface WebSessionsOptions {
  readonly library: SessionLibrary
  readonly listed: ListedSessions
  readonly live: LiveSessions
  readonly values: KeptValues
  /** Agents of the folder of this server. */
  readonly own: FolderAgents
  /** Agents of other folders that this process works in, as the demo's. */
  readonly others: () => readonly FolderAgents[]
  readonly store: SessionStore
  readonly model: LazyModel
  readonly settings: Pick<LoadedSettings, 'toolMode' | 'limits'>
  readonly presenters: Presenters
}

/** Bytes of the end of a log by which its last event is found. */
const glanceBytes = 64 * 1024

type Resumed = Awaited<ReturnType<FolderAgents['options']>>

/** The sessions of this machine, and those that agents of this process work in. */
export class WebSessions implements SessionsHost {
  readonly #options: WebSessionsOptions

  constructor(options: WebSessionsOptions) {
    this.#options = options
  }

  list: SessionsHost['list'] = () => this.#options.listed.list()

  search: SessionsHost['search'] = (words, signal) => this.#options.listed.find(words, signal)

  async open(id: string): Promise<SessionSource> {
    const { library, live, presenters, own } = this.#options
    const { store, disk, isOwn } = await library.find(id)
    const log = live.log(id)
    const { header, next } = await store.tail(id, glanceBytes)
    return new WatchedSession({
      header,
      presenters,
      store,
      disk,
      live,
      last: (log?.next ?? next?.seq ?? 0) - 1,
      end: next,
      isElsewhere: log === undefined && (await isLocked(disk, lockFile(id))),
      canGoOn: isOwn && header.cwd === own.root,
    })
  }

  async start(prompt: string): Promise<string> {
    const { own, model, settings } = this.#options
    const { toolMode = 'native', limits = {} } = settings
    return own.agents.begin(await own.options(await model.get(), toolMode, limits), prompt)
  }

  /** Begins a session with a model of its own, for which no limits of settings count. */
  readonly startBy: StartSession = async (model, prompt, { mode }) => {
    const { own } = this.#options
    return own.agents.begin(await own.options(model, mode, {}), prompt)
  }

  async send(id: string, text: string): Promise<MessageReceipt> {
    return this.#agentsOf(id).send(id, text, () => this.#resumed(id, 'a message'))
  }

  async goOn(id: string): Promise<void> {
    await this.#agentsOf(id).goOn(id, () => this.#resumed(id, 'going on'))
  }

  async interrupt(id: string): Promise<void> {
    this.#agentsOf(id).interrupt(id, 'the person interrupted it in the page')
  }

  async value(id: string, callId: string): ReturnType<SessionsHost['value']> {
    return this.#options.values.get(id, callId)
  }

  #agentsOf(id: string): FolderAgents['agents'] {
    const { own, others } = this.#options
    return [own, ...others()].find(({ agents }) => agents.has(id))?.agents ?? own.agents
  }

  /** How a session is taken up again, as it worked when it was left. */
  async #resumed(id: string, by: 'a message' | 'going on'): Promise<Resumed> {
    const { library, store, own, settings } = this.#options
    const place = await library.find(id)
    const { header } = await place.store.tail(id, glanceBytes)
    if (!place.isOwn || header.cwd !== own.root) throw otherFolder(header, own.root)
    const past = sessionPast((await store.read(id)).events)
    const mode: ToolPresentationMode = past.mode ?? settings.toolMode ?? 'native'
    // A program that a person gave needs no model to go on.
    const needsNone = past.isProgram && by === 'going on'
    const model: AgentModel = needsNone ? modelOfProgram() : await this.#options.model.get()
    return own.options(model, mode, needsNone ? {} : (settings.limits ?? {}))
  }
}

function otherFolder({ id, cwd }: SessionHeader, root: string): WebError {
  return new WebError(
    'SESSION_OTHER_FOLDER',
    `session ${shortId(id)} worked in ${cwd}, and its calls would work in ${root}`,
    [`it goes on where the page is served from its own folder: millrace web --cwd ${JSON.stringify(cwd)}`],
  )
}
