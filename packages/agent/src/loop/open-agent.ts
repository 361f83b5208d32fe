import type { Context } from '@deepseek-ai/cordis'
import { createScope } from '@millrace/scope'
import { AgentError } from './agent-error.ts'
import { listenToCalls } from './call-listeners.ts'
import { guardProgramCalls } from './guard-program-calls.ts'
import { LiveAgent, type Identity } from './live-agent.ts'
import type { LiveSession } from './live-session.ts'
import type { AgentRuntime } from './runtime.ts'

/** What is needed to make an agent. */
export interface OpenAgent {
  /** The agent ends with it at the latest. */
  readonly owner: Context
  readonly runtime: AgentRuntime
  readonly identity: Identity
  /** Opens its session, once its scope is there. */
  readonly session: (agent: LiveAgent) => LiveSession | Promise<LiveSession>
}

/** Makes an agent with its scope and its session. What was made is undone where that fails. */
export async function openAgent({ owner, runtime, identity, session }: OpenAgent): Promise<LiveAgent> {
  const agent = new LiveAgent(runtime, identity)
  const { parent, config } = agent
  const undo = owner.effect(function* () {
    const scope = createScope(owner, agent, parent === undefined ? {} : { parent })
    agent.enter(scope.ctx)
    yield scope.rawDispose
    // Undone first: no restriction is lifted while a turn still runs.
    yield () => agent.end()
  }, `agents.open(${identity.id})`)
  agent.endsBy(undo)
  try {
    const { tools } = agent.ctx
    if (config.restrict !== undefined) tools.restrict(config.restrict)
    if (config.presentAs !== undefined) tools.presentAs(config.presentAs)
    listenToCalls(agent)
    guardProgramCalls(agent)
    const live = await session(agent)
    if (agent.status === 'disposed') {
      if (parent === undefined) await live.close()
      throw new AgentError('AGENT_DISPOSED', 'what the agent belongs to ended while it was being made')
    }
    agent.attach(live)
    return agent
  } catch (error) {
    await undo()
    throw error
  }
}
