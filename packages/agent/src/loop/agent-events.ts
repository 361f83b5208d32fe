import type { AgentEvents } from '@millrace/tools'
import type { LiveAgent } from './live-agent.ts'

/** The log of an agent's session, for whoever tells facts about its calls. */
export function loggedEvents(agent: LiveAgent): AgentEvents {
  return {
    get sessionId() {
      return agent.session.header.id
    },
    append: (type, data) => agent.live.tell(agent, type, data),
  }
}
