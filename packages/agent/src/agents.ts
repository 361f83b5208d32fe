import { Service, type Context } from '@deepseek-ai/cordis'
import type {
  AgentHost,
  AgentOptions,
  ForkOptions,
  ResumeOptions,
  SessionAgent,
  SubAgentOptions,
} from './contract/agent.ts'

/** Agents with their sessions, as `ctx.agents`. It needs `ctx.tools` and `ctx.prompts`. */
export class AgentService extends Service {
  constructor(ctx: Context, host: AgentHost) {
    super(ctx, 'agents')
    void host
  }

  /** A new agent with a new session. */
  create(options: AgentOptions): Promise<SessionAgent> {
    return Promise.reject(new Error(`not there yet: ${String(options)}`))
  }

  /**
   * The agent of a session that was left. Calls without a result are closed with an unknown outcome; nothing runs by itself.
   */
  resume(id: string, options: ResumeOptions): Promise<SessionAgent> {
    return Promise.reject(new Error(`not there yet: ${id} ${String(options)}`))
  }

  /** A new session that begins with the past of another one, which stays as it is. */
  fork(id: string, options: ForkOptions): Promise<SessionAgent> {
    return Promise.reject(new Error(`not there yet: ${id} ${String(options)}`))
  }

  /** A sub-agent within its parent's session, limits and scope, which it can only narrow. It ends with its parent at the latest. */
  spawn(parent: SessionAgent, options: SubAgentOptions): Promise<SessionAgent> {
    return Promise.reject(new Error(`not there yet: ${parent.id} ${String(options)}`))
  }

  /** The agents that live, sub-agents included. */
  get all(): readonly SessionAgent[] {
    return []
  }
}
