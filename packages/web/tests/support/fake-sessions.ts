import type { SessionAgent } from '@millrace/agent'
import { SessionError } from '@millrace/agent/session'
import type { Presenters } from '@millrace/cards'
import { setupAgents, type AgentSetup, type Script } from '@millrace/testkit'
import type { ToolDefinition } from '@millrace/tools'
import type { SessionsHost } from '@millrace/web'
import type {
  CallValue,
  FoundInSessions,
  MessageReceipt,
  SessionActivity,
  SessionEntry,
  SessionList,
} from '@millrace/web/wire'
import { FakeSession } from './fake-session.ts'

/** The folder of a fake host. */
export const folder = '/work/demo'

/** How a session of a fake host begins. */
export interface FakeSessionOptions {
  readonly id?: string
  readonly cwd?: string
  /** Nowhere, with a way to go on, unless given. */
  readonly activity?: SessionActivity
  readonly presenters?: Presenters
}

/** Sessions in memory, those of agents that play scripts among them. */
export class FakeSessions implements SessionsHost {
  readonly sessions = new Map<string, FakeSession>()
  /** What the pages did, in order: `send ID words`, `interrupt ID`, … */
  readonly deeds: string[] = []
  /** Values of calls, by `SESSION/CALL`. */
  readonly values = new Map<string, CallValue>()
  /** What the model of the next session answers. */
  script: (prompt: string) => Script = (prompt) => [`You said: ${prompt}`]
  /** Questions of a session that wait. */
  waiting: (id: string) => number = () => 0
  readonly setup: AgentSetup
  readonly #tools: readonly ToolDefinition[]
  readonly #agents = new Map<string, SessionAgent>()
  #count = 0

  constructor(setup: AgentSetup, tools: readonly ToolDefinition[]) {
    this.setup = setup
    this.#tools = tools
  }

  static async begin(tools: readonly ToolDefinition[]): Promise<FakeSessions> {
    return new FakeSessions(await setupAgents({ tools }), tools)
  }

  /** A session that a test writes. */
  async add(options: FakeSessionOptions = {}): Promise<FakeSession> {
    const { id = `session-${++this.#count}`, cwd = folder, presenters = this.#presenters } = options
    const { store } = this.setup
    const log = await store.create({ id, cwd, principal: 'user', versions: { millrace: '0.1.0' }, tools: {} })
    const session = new FakeSession(
      store,
      log,
      presenters,
      options.activity ?? { at: 'nowhere', canGoOn: true },
    )
    this.sessions.set(id, session)
    return session
  }

  /** A session whose agent plays a script, through the same pipeline as any other. */
  async play(prompt: string, script: Script): Promise<FakeSession> {
    const agent = await this.setup.agent(script, { cwd: folder })
    const idle: SessionActivity = { at: 'here', status: 'idle' }
    const session = new FakeSession(this.setup.store, agent.session, this.#presenters, idle)
    agent.session.watch(({ type, agent: child }) => {
      if (child !== undefined) return
      if (type === 'turn/start') session.activity = { at: 'here', status: 'running' }
      if (type === 'turn/end') session.activity = idle
    })
    this.sessions.set(session.id, session)
    this.#agents.set(session.id, agent)
    void agent.send(prompt)
    return session
  }

  async list(): Promise<SessionList> {
    const sessions: SessionEntry[] = []
    for await (const found of this.setup.store.list()) {
      if ('problem' in found) continue
      const { id, title, header, lastAt, ended, totals } = found
      const at = this.sessions.get(id)?.activity.at ?? 'nowhere'
      sessions.push({
        id,
        title,
        cwd: header.cwd,
        folder: header.cwd.replace('/work', '~'),
        isOwn: header.cwd === folder,
        startedAt: header.time,
        lastAt,
        isLive: at !== 'nowhere',
        waiting: this.waiting(id),
        ...(ended !== undefined && { ended }),
        ...(totals !== undefined && { totals }),
      })
    }
    return { sessions, damaged: [] }
  }

  async search(words: string, signal: AbortSignal): Promise<FoundInSessions> {
    const hits: FoundInSessions['hits'][number][] = []
    for await (const { id, seq, excerpt } of this.setup.store.search(words, { signal })) {
      hits.push({ id, seq, title: id, excerpt })
    }
    return { hits, more: false }
  }

  open(id: string): Promise<ReturnType<FakeSession['source']>> {
    return Promise.resolve().then(() => this.get(id).source())
  }

  async start(prompt: string): Promise<string> {
    this.deeds.push(`start ${prompt}`)
    return (await this.play(prompt, this.script(prompt))).id
  }

  send(id: string, text: string): Promise<MessageReceipt> {
    this.get(id)
    this.deeds.push(`send ${id} ${text}`)
    const agent = this.#agents.get(id)
    if (agent?.steer(text) === true) return Promise.resolve({ kind: 'steered' })
    void agent?.send(text)
    return Promise.resolve({ kind: 'started' })
  }

  goOn(id: string): Promise<void> {
    this.deeds.push(`go-on ${id}`)
    void this.#agents.get(this.get(id).id)?.goOn()
    return Promise.resolve()
  }

  interrupt(id: string): Promise<void> {
    this.deeds.push(`interrupt ${id}`)
    this.#agents.get(this.get(id).id)?.interrupt()
    return Promise.resolve()
  }

  value(id: string, callId: string): Promise<CallValue> {
    return Promise.resolve(this.values.get(`${id}/${callId}`) ?? { kind: 'not-recorded' })
  }

  /** @throws SessionError `SESSION_NOT_FOUND`. */
  get(id: string): FakeSession {
    const found = this.sessions.get(id)
    if (found !== undefined) return found
    throw new SessionError('SESSION_NOT_FOUND', `there is no session ${id}`)
  }

  readonly #presenters: Presenters = (name) => this.#tools.find((tool) => tool.name === name)
}
