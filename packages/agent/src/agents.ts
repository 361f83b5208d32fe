import { Service, type Context } from '@deepseek-ai/cordis'
import { randomIds, systemClock, systemTimers } from '@millrace/host'
import type {
  AgentHost,
  AgentOptions,
  ForkOptions,
  ResumeOptions,
  SessionAgent,
  SubAgentOptions,
} from './contract/agent.ts'
import { createAgent, forkAgent, resumeAgent, spawnAgent } from './loop/make-agent.ts'
import { checkedHost } from './loop/options.ts'
import { AgentRuntime } from './loop/runtime.ts'

/** Agents with their sessions, as `ctx.agents`. It needs `ctx.tools` and `ctx.prompts`. */
export class AgentService extends Service {
  static readonly inject = ['tools', 'prompts']
  /** The owner's context; through `ctx.agents`, the context of whoever asks: agents end with it. */
  declare readonly ctx: Context
  private readonly runtime: AgentRuntime

  constructor(ctx: Context, host: AgentHost) {
    const { store, clock = systemClock, ids = randomIds, timers = systemTimers, versions } = checkedHost(host)
    super(ctx, 'agents')
    this.runtime = new AgentRuntime({
      ctx,
      service: this,
      store,
      clock,
      ids,
      timers,
      versions: versions ?? { node: process.versions.node },
    })
    Object.assign(this, { [Service.tracker]: { property: 'ctx', noShadow: true } })
    const { agents } = this.runtime
    ctx.effect(
      () => async () => void (await Promise.all([...agents].map((agent) => agent.dispose()))),
      'agents',
    )
  }

  /**
   * A new agent with a new session.
   * @throws AgentError `AGENT_OPTIONS`; SessionError where the session cannot be written.
   */
  create(options: AgentOptions): Promise<SessionAgent> {
    return createAgent(this.runtime, this.ctx, options)
  }

  /**
   * The agent of a session that was left. Calls without a result are closed with an unknown outcome, but for
   * one of the session's own agent that can go on (`interrupted`); nothing runs by itself.
   * @throws AgentError `AGENT_OPTIONS`, `NOTHING_INTERRUPTED`; SessionError where the session cannot be opened.
   */
  resume(id: string, options: ResumeOptions): Promise<SessionAgent> {
    return resumeAgent(this.runtime, this.ctx, id, options)
  }

  /**
   * A new session that begins with the past of another one, which stays as it is.
   * @throws AgentError `FORK_POINT` where no turn ends there; SessionError.
   */
  fork(id: string, options: ForkOptions): Promise<SessionAgent> {
    return forkAgent(this.runtime, this.ctx, id, options)
  }

  /**
   * A sub-agent within its parent's session, limits and scope, which it can only narrow. It ends with its parent at the latest.
   * @throws AgentError `AGENT_OPTIONS`, `AGENT_DISPOSED`.
   */
  spawn(parent: SessionAgent, options: SubAgentOptions): Promise<SessionAgent> {
    return spawnAgent(this.runtime, parent, options)
  }

  /** The agents that live, sub-agents included. */
  get all(): readonly SessionAgent[] {
    return [...this.runtime.agents]
  }
}
