import type { SessionAgent } from '@millrace/agent'

/** Whether somebody that a call is for is an agent with a session. */
export function isSessionAgent(agent: object | undefined): agent is SessionAgent {
  return agent !== undefined && 'send' in agent && 'session' in agent
}
