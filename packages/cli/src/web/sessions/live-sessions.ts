import type { SessionAgent } from '@millrace/agent'
import type { SessionLog } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'
import type { SessionActivity } from '@millrace/web/wire'

/** Hears of a session that this process writes to, or begins to write to. None of it may throw. */
export interface LiveListener {
  /** It is written to by this process from now on; these events are in it already. */
  opened(past: readonly SessionEvent[]): void
  event(event: SessionEvent): void
  /** Its agent began or ended to work, or was let go of. */
  changed(): void
}

interface LiveSession {
  readonly log: SessionLog
  readonly forget: () => void
  agent?: Pick<SessionAgent, 'status' | 'interrupted'>
  status: SessionActivity & { readonly at: 'here' }
}

/** The sessions that this process writes to, by their ids, and whoever listens to them. */
export class LiveSessions {
  readonly #sessions = new Map<string, LiveSession>()
  readonly #listeners = new Map<string, Set<LiveListener>>()
  readonly #heard: (session: string, event: SessionEvent) => void
  readonly #changed: (session: string) => void

  /**
   * @param heard - told of each event of all of them, before the listeners of one.
   * @param changed - told when one of them came, began or ended to work, or left.
   */
  constructor(heard: (session: string, event: SessionEvent) => void, changed: (session: string) => void) {
    this.#heard = heard
    this.#changed = changed
  }

  /** Takes a log in that was opened, before anybody writes to it. */
  readonly opened = (log: SessionLog, past: readonly SessionEvent[]): void => {
    const { id } = log.header
    const forget = log.watch((event) => this.#told(id, event))
    this.#sessions.set(id, { log, forget, status: idle })
    for (const each of this.#of(id)) each.opened(past)
    this.#changed(id)
  }

  /** The agent of a session is there. */
  joined(id: string, agent: Pick<SessionAgent, 'status' | 'interrupted'>): void {
    const session = this.#sessions.get(id)
    if (session === undefined) return
    session.agent = agent
    this.refreshed(id)
  }

  /** The agent of a session was let go of, and so was its log. */
  left(id: string): void {
    const session = this.#sessions.get(id)
    if (session === undefined) return
    this.#sessions.delete(id)
    session.forget()
    for (const each of this.#of(id)) each.changed()
    this.#changed(id)
  }

  /** Looks whether the agent of a session works now, and tells of it where that changed. */
  refreshed(id: string): void {
    const session = this.#sessions.get(id)
    if (session === undefined) return
    const now = statusOf(session.agent)
    if (now.status === session.status.status && now.interrupted === session.status.interrupted) return
    session.status = now
    for (const each of this.#of(id)) each.changed()
    this.#changed(id)
  }

  /** Whether this process writes to a session, and what its agent does. */
  activity(id: string): (SessionActivity & { readonly at: 'here' }) | undefined {
    const session = this.#sessions.get(id)
    return session && statusOf(session.agent)
  }

  log(id: string): SessionLog | undefined {
    return this.#sessions.get(id)?.log
  }

  /** Those whose agent works now. */
  running(): readonly string[] {
    return [...this.#sessions].flatMap(([id, { agent }]) => (agent?.status === 'running' ? [id] : []))
  }

  /** Hears of a session from now on, whether it is one of these or becomes one. @returns its undo. */
  listen(id: string, listener: LiveListener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id)
    }
  }

  #told(id: string, event: SessionEvent): void {
    this.#heard(id, event)
    for (const each of this.#of(id)) each.event(event)
    this.refreshed(id)
  }

  #of(id: string): readonly LiveListener[] {
    return [...(this.#listeners.get(id) ?? [])]
  }
}

const idle = { at: 'here', status: 'idle' } as const

function statusOf(agent: LiveSession['agent']): SessionActivity & { readonly at: 'here' } {
  if (agent?.status === 'running') return { at: 'here', status: 'running' }
  return agent?.interrupted === undefined ? idle : { ...idle, interrupted: true }
}
