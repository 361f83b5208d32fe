import type { SessionAgent } from '../contract/agent.ts'

/** How many agents stand above one. */
export function depthOf(agent: SessionAgent): number {
  let depth = 0
  for (let at = agent.parent; at !== undefined; at = at.parent) depth++
  return depth
}

/** Whether whoever makes a call is an agent with a session. */
export function isSessionAgent(agent: object | undefined): agent is SessionAgent {
  return (
    agent !== undefined &&
    typeof Reflect.get(agent, 'send') === 'function' &&
    typeof Reflect.get(agent, 'session') === 'object'
  )
}
