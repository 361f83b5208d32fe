import { symbols, type Context, type Events, type Hook } from '@deepseek-ai/cordis'
import type { Clock, Ids, Timers } from '@millrace/host'
import type { JsonValue } from '@millrace/protocol'
import { around, notify, ScopedEvents, scopeTarget } from '@millrace/scope'
import type { ToolApprovalService, ToolRuntime } from '@millrace/tools'
import type { SessionAgent } from '../contract/agent.ts'
import type { SessionStore } from '../contract/session.ts'
import type { LiveAgent } from './live-agent.ts'
import type { PromptService } from '../prompts.ts'

/** Takes secrets out of what is logged. */
export interface LogRedactor {
  text(text: string): string
  json(value: JsonValue): JsonValue
  /** For a text that comes in pieces, as bytes. */
  stream?(): { push(bytes: Uint8Array): Uint8Array; end(): Uint8Array }
}

/** What agents need of their surroundings. */
export interface RuntimeParts {
  readonly ctx: Context
  /** What the carriers of events are made for. */
  readonly service: object
  readonly store: SessionStore
  readonly clock: Clock
  readonly ids: Ids
  readonly timers: Timers
  readonly versions: Readonly<Record<string, string>>
}

/** The surroundings of all agents of one service, and the agents that live. */
export class AgentRuntime {
  readonly agents = new Set<LiveAgent>()
  readonly store: SessionStore
  readonly clock: Clock
  readonly ids: Ids
  readonly timers: Timers
  readonly versions: Readonly<Record<string, string>>
  readonly #tools: ToolRuntime
  readonly #ctx: Context
  readonly #reflect: Context['reflect']
  readonly #service: object
  readonly #events: ScopedEvents
  readonly #carriers = new WeakMap<SessionAgent, object>()

  constructor({ ctx, service, store, clock, ids, timers, versions }: RuntimeParts) {
    this.#tools = rawOf(ctx.tools)
    this.#ctx = ctx
    this.#reflect = ctx.reflect
    this.#service = service
    this.store = store
    this.clock = clock
    this.ids = ids
    this.timers = timers
    this.versions = versions
    this.#events = new ScopedEvents(ctx, (error) =>
      this.warn('a listener rejected where nobody waits for it', error),
    )
  }

  /** Raw: no tracing proxy is on a call's path. */
  get tools(): ToolRuntime {
    return this.#tools
  }

  get prompts(): PromptService {
    return this.#ctx.prompts
  }

  /** Whoever may answer questions, looked up when there is one. */
  get approval(): ToolApprovalService | undefined {
    return this.#reflect.get('approval') as ToolApprovalService | undefined
  }

  get redactor(): LogRedactor | undefined {
    return this.#reflect.get('redaction') as LogRedactor | undefined
  }

  /** Reports a fault that must not affect a session. Never throws. */
  warn(message: string, error?: unknown): void {
    try {
      if (error === undefined) this.#ctx.logger.warn(message)
      else this.#ctx.logger.warn(`${message}: %s`, error)
    } catch {
      // A log that cannot be written must not decide over a session.
    }
  }

  /** Runs the listeners of an event of an agent around `inner`. Rejects with what they throw. */
  waterfall<R>(
    name: keyof Events,
    agent: SessionAgent,
    args: readonly unknown[],
    inner: () => Promise<R>,
  ): Promise<unknown> {
    const hooks = this.#hearing('waterfall', name, agent, args)
    return around<unknown>(hooks, this.#carrierOf(agent), args, inner)
  }

  /** Tells the observers of an event of an agent. Whatever they do is contained, and reported. */
  tell(name: keyof Events, agent: SessionAgent, subject: unknown): void {
    const args = [agent, subject]
    try {
      const hooks = this.#hearing('emit', name, agent, args)
      if (hooks.length === 0) return
      notify(hooks, this.#carrierOf(agent), args, (error, source) =>
        this.warn(`a ${name} observer of plugin "${source}" failed`, error),
      )
    } catch (error) {
      this.warn(`${name} could not be told to its observers`, error)
    }
  }

  #hearing(
    mode: 'waterfall' | 'emit',
    name: keyof Events,
    agent: SessionAgent,
    args: readonly unknown[],
  ): readonly Hook[] {
    if (this.#events.observed) this.#events.dispatching(mode, name, this.#carrierOf(agent), [...args])
    return this.#events.hearing(name, agent)
  }

  #carrierOf(agent: SessionAgent): object {
    let carrier = this.#carriers.get(agent)
    if (carrier === undefined) this.#carriers.set(agent, (carrier = scopeTarget(this.#service, agent)))
    return carrier
  }
}

function rawOf<T extends object>(service: T): T {
  return (Reflect.get(service, symbols.original) as T | undefined) ?? service
}
