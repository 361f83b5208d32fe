import { setMaxListeners } from 'node:events'
import type { AgentService, SessionAgent, TurnResult } from '@millrace/agent'
import type { MessageReceipt } from '@millrace/web/wire'
import { isHarnessError, messageOf } from '@millrace/protocol'
import { shortId } from '../../run/session-choice.ts'
import { WebError } from '../web-error.ts'
import { IdleAgents } from './idle-agents.ts'
import type { LiveSessions } from './live-sessions.ts'

type Options = Parameters<AgentService['create']>[0]
type Resumed = Parameters<AgentService['resume']>[1]

/** What agents are made with. */
export interface WebAgentsOptions {
  readonly agents: Pick<AgentService, 'create' | 'resume'>
  readonly live: LiveSessions
  /** Resolves when the tools of all servers are there, or are known not to be. */
  readonly ready: () => Promise<void>
  /** An agent was let go of: if its session goes on, it does so with another one. */
  readonly left: (agent: SessionAgent) => void
  /** Tells a person of what no log has. */
  readonly warn: (message: string) => void
}

/** The agents of this process, several at a time, each with its session. */
export class WebAgents {
  readonly #options: WebAgentsOptions
  readonly #agents = new Map<string, SessionAgent>()
  /** Sessions that are taken up just now, so that two messages do not take one up twice. */
  readonly #coming = new Map<string, Promise<SessionAgent>>()
  readonly #leaving = new Map<string, Promise<void>>()
  /** How many messages of each session are under way. */
  readonly #busy = new Map<string, number>()
  readonly #closing = new AbortController()
  readonly #idle = new IdleAgents((id) => void this.#leave(id))

  constructor(options: WebAgentsOptions) {
    this.#options = options
    // Each message that is under way listens to it, and they may be many.
    setMaxListeners(0, this.#closing.signal)
  }

  has(id: string): boolean {
    return this.#agents.has(id)
  }

  /** Makes a session in which nothing happens yet. @returns its id, once its log is there. */
  async create(options: Options): Promise<string> {
    return (await this.#created(options)).id
  }

  /** Begins a session with these words. @returns its id, once its log is there. */
  async begin(options: Options, prompt: string): Promise<string> {
    const agent = await this.#created(options)
    this.#work(agent, (signal) => agent.send(prompt, signal))
    return agent.id
  }

  /**
   * Gives words to the agent of a session: to the turn that runs, or for a new one.
   * @param resumed - how it is taken up where it is not here.
   */
  async send(id: string, text: string, resumed: () => Promise<Resumed>): Promise<MessageReceipt> {
    const agent = await this.#taken(id, resumed)
    if (agent.status !== 'running') {
      this.#work(agent, (signal) => agent.send(text, signal))
      return { kind: 'started' }
    }
    if (agent.steer(text)) return { kind: 'steered' }
    this.#work(agent, (signal) => agent.send(text, signal))
    return { kind: 'queued' }
  }

  /** @throws WebError where a turn runs, or nothing was cut off that can go on: nothing is written off then. */
  async goOn(id: string, resumed: () => Promise<Resumed>): Promise<void> {
    const only = async (): Promise<Resumed> => ({ ...(await resumed()), onlyInterrupted: true })
    const agent = await this.#taken(id, only).catch((error: unknown) => {
      throw isNothingInterrupted(error) ? nothingInterrupted(id, { cause: error }) : error
    })
    if (agent.status === 'running')
      throw new WebError(
        'SESSION_BUSY',
        `session ${shortId(id)} works already, so it need not be told to go on`,
      )
    if (agent.interrupted === undefined) throw nothingInterrupted(id)
    this.#work(agent, (signal) => agent.goOn(signal))
  }

  /** Interrupts the turn that runs, if one does. */
  interrupt(id: string, reason: string): void {
    this.#agents.get(id)?.interrupt(reason)
  }

  /** Interrupts whatever runs, and lets go of all. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#idle.clear()
    await Promise.allSettled(this.#coming.values())
    await Promise.all([...this.#agents.keys()].map((id) => this.#leave(id)))
    await Promise.all(this.#leaving.values())
  }

  async #created(options: Options): Promise<SessionAgent> {
    this.#requireOpen()
    const agent = await this.#options.agents.create(options)
    await this.#join(agent)
    return agent
  }

  async #taken(id: string, resumed: () => Promise<Resumed>): Promise<SessionAgent> {
    this.#requireOpen()
    await this.#leaving.get(id)
    const here = this.#agents.get(id)
    if (here !== undefined) return here
    const known = this.#coming.get(id)
    if (known !== undefined)
      return known.catch((error: unknown) => {
        // It was to go on, and could not: whoever brings words can take it up all the same.
        if (isNothingInterrupted(error)) return this.#taken(id, resumed)
        throw error
      })
    const coming = this.#resumed(id, resumed).finally(() => this.#coming.delete(id))
    this.#coming.set(id, coming)
    return coming
  }

  async #resumed(id: string, options: () => Promise<Resumed>): Promise<SessionAgent> {
    const { agents, live } = this.#options
    const means = await options()
    const agent = await agents.resume(id, means).catch((error: unknown) => {
      // Its log may have been opened, and was closed again.
      live.left(id)
      throw error
    })
    await this.#join(agent)
    this.#idle.add(id)
    return agent
  }

  async #join(agent: SessionAgent): Promise<void> {
    if (this.#closing.signal.aborted) {
      await agent.dispose()
      this.#requireOpen()
    }
    this.#agents.set(agent.id, agent)
    this.#options.live.joined(agent.id, agent)
  }

  /** Lets an agent work. Whatever comes of it stands in its log, unless no turn came of it. */
  #work(agent: SessionAgent, turn: (signal: AbortSignal) => Promise<TurnResult>): void {
    const { id } = agent
    this.#idle.remove(id)
    this.#busy.set(id, (this.#busy.get(id) ?? 0) + 1)
    void this.#worked(agent, turn).finally(() => {
      const left = (this.#busy.get(id) ?? 1) - 1
      if (left > 0) return void this.#busy.set(id, left)
      this.#busy.delete(id)
      if (this.#agents.get(id) === agent) this.#idle.add(id)
    })
  }

  /** Never rejects. */
  async #worked(agent: SessionAgent, turn: (signal: AbortSignal) => Promise<TurnResult>): Promise<void> {
    const { warn, ready, live } = this.#options
    const { signal } = this.#closing
    const name = `session ${shortId(agent.id)}`
    try {
      if (agent.status === 'idle') await ready()
      const { turn: number, message } = await turn(signal)
      if (number === 0 && !signal.aborted) warn(`${name}: ${message ?? 'the message had no effect'}`)
    } catch (error) {
      warn(`${name}: ${messageOf(error)}`)
    } finally {
      live.refreshed(agent.id)
    }
  }

  #leave(id: string): Promise<void> {
    const agent = this.#agents.get(id)
    if (agent === undefined) return Promise.resolve()
    this.#agents.delete(id)
    const leaving = agent
      .dispose()
      .catch((error: unknown) => this.#options.warn(`session ${shortId(id)}: ${messageOf(error)}`))
      .finally(() => {
        this.#leaving.delete(id)
        this.#options.left(agent)
        this.#options.live.left(id)
      })
    this.#leaving.set(id, leaving)
    return leaving
  }

  #requireOpen(): void {
    if (this.#closing.signal.aborted)
      throw new WebError('WEB_CLOSING', 'the command ends, so nothing new begins')
  }
}

function isNothingInterrupted(error: unknown): boolean {
  return isHarnessError(error) && error.code === 'NOTHING_INTERRUPTED'
}

function nothingInterrupted(id: string, options: ErrorOptions = {}): WebError {
  const message = `nothing of session ${shortId(id)} was cut off that could go on`
  return new WebError('NOTHING_INTERRUPTED', message, ['send it a message instead'], options)
}
