import type { Context } from '@deepseek-ai/cordis'
import type {
  AgentOptions,
  ForkOptions,
  ResumeOptions,
  SessionAgent,
  SubAgentOptions,
} from '../contract/agent.ts'
import { forkedPart, lastPrincipal, writeFork } from '../resume/fork.ts'
import { reopened } from '../resume/reopened.ts'
import { ResumedCall } from '../resume/resumed-call.ts'
import { AgentError } from './agent-error.ts'
import { fingerprints } from './fingerprints.ts'
import { LiveAgent } from './live-agent.ts'
import { LiveSession } from './live-session.ts'
import { EventIncrements } from './meter.ts'
import { openAgent } from './open-agent.ts'
import { checkedFolder, checkedOptions, checkedText, checkPriced } from './options.ts'
import type { AgentRuntime } from './runtime.ts'

/** How a session is opened: as the options say, or as the store does it. */
function flushingOf({ flushing }: Pick<AgentOptions, 'flushing'>): Pick<AgentOptions, 'flushing'> {
  return flushing === undefined ? {} : { flushing }
}

/** Facts of a header that come from the agent and its surroundings. */
function headerFacts(agent: LiveAgent): {
  versions: Readonly<Record<string, string>>
  tools: Readonly<Record<string, string>>
} {
  const { versions, tools } = agent.runtime
  return { versions, tools: fingerprints(tools.schemas(agent)) }
}

/** A new agent with a new session. */
export async function createAgent(
  runtime: AgentRuntime,
  owner: Context,
  options: AgentOptions,
): Promise<SessionAgent> {
  const config = checkedOptions(options)
  const cwd = checkedFolder(options.cwd)
  const principal = checkedText('principal', options.principal ?? 'user')
  const id = runtime.ids.next()
  return openAgent({
    owner,
    runtime,
    identity: { id, principal, cwd, config },
    session: async (agent) => {
      const header = { id, cwd, principal, ...headerFacts(agent) }
      const log = await runtime.store.create(header, flushingOf(options))
      return new LiveSession(runtime, log, { callIds: new Set(), increments: new EventIncrements() })
    },
  })
}

/** The agent of a session that was left. */
export async function resumeAgent(
  runtime: AgentRuntime,
  owner: Context,
  id: string,
  options: ResumeOptions,
): Promise<SessionAgent> {
  const config = checkedOptions(options)
  const opened = await runtime.store.open(id, flushingOf(options))
  const { log, header } = opened
  try {
    const { history, interruption } = await reopened(opened, runtime, options.onlyInterrupted)
    const principal = checkedText('principal', options.principal ?? history.principal ?? header.principal)
    return await openAgent({
      owner,
      runtime,
      identity: { id, principal, cwd: header.cwd, config },
      session: (agent) => {
        agent.remember(history, interruption)
        const resumed = interruption && new ResumedCall(interruption.call.callId, interruption.made)
        return new LiveSession(runtime, log, history, resumed)
      },
    })
  } catch (error) {
    await release(runtime, log)
    throw error
  }
}

/** A new session with the past of another one. */
export async function forkAgent(
  runtime: AgentRuntime,
  owner: Context,
  from: string,
  options: ForkOptions,
): Promise<SessionAgent> {
  const config = checkedOptions(options)
  const original = await runtime.store.read(from)
  const events = forkedPart(original, options.through)
  const { cwd } = original.header
  const principal = checkedText('principal', options.principal ?? lastPrincipal(original.header, events))
  const id = runtime.ids.next()
  return openAgent({
    owner,
    runtime,
    identity: { id, principal, cwd, config },
    session: async (agent) => {
      const header = { id, cwd, principal, ...headerFacts(agent) }
      const forked = await writeFork(runtime.store, header, { session: from, events }, flushingOf(options))
      agent.remember(forked.history)
      return new LiveSession(runtime, forked.log, forked.history)
    },
  })
}

/** A sub-agent within its parent's session. */
export async function spawnAgent(
  runtime: AgentRuntime,
  parent: SessionAgent,
  options: SubAgentOptions,
): Promise<SessionAgent> {
  if (!(parent instanceof LiveAgent) || !runtime.agents.has(parent) || parent.status === 'disposed') {
    throw new AgentError(
      'AGENT_DISPOSED',
      'a sub-agent needs a parent that is an agent of this service and lives',
    )
  }
  const { model = parent.config.model, settings = parent.config.settings } = options
  const callId = checkedText('callId', options.callId)
  const { toolOrder, maxArgumentUnits, maxParallelCalls } = parent.config
  const shared = { maxArgumentUnits, maxParallelCalls, ...(toolOrder !== undefined && { toolOrder }) }
  const config = checkedOptions({ ...shared, ...options, model, settings })
  checkPriced(config.model, parent)
  const description = checkedText('description', options.description)
  const { principal, cwd, live } = parent
  const id = runtime.ids.next('agent')
  const child = await openAgent({
    owner: parent.ctx,
    runtime,
    identity: { id, principal, cwd, config, parent, callId },
    session: () => live,
  })
  try {
    parent.append('agent/started', { agentId: id, parentCallId: callId, principal, description })
  } catch (error) {
    await child.dispose()
    throw error
  }
  return child
}

async function release(runtime: AgentRuntime, log: LiveSession['log']): Promise<void> {
  await log
    .close()
    .catch((error: unknown) => runtime.warn(`session ${log.header.id} could not be closed`, error))
}
