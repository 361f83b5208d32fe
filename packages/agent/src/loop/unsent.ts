import type { TurnResult } from '../contract/agent.ts'
import { AgentError } from './agent-error.ts'
import { Meter } from './meter.ts'

/** What comes of a message that no turn begins with. */
export function unsent(reason: 'failed' | 'interrupted', message: string, code?: string): TurnResult {
  const { totals } = new Meter()
  return { turn: 0, reason, text: '', message, ...(code !== undefined && { code }), totals }
}

/** The same for a message that came before its agent was disposed, where its turn did not. */
export function outlived(agentId: string): TurnResult {
  const { message, code } = disposed(agentId)
  return unsent('interrupted', message, code)
}

/** Of an agent that nothing can be sent to any more. */
export function disposed(agentId: string): AgentError {
  return new AgentError('AGENT_DISPOSED', `agent ${agentId} was disposed; resume its session to go on`)
}
