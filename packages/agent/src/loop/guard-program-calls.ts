import { notRun } from './limits.ts'
import type { LiveAgent } from './live-agent.ts'

/**
 * Refuses what programs call beyond an agent's limit of calls, also those of agents below. Such a call is logged, and so
 * counted, before it comes here. What the model itself asks for is refused with its batch.
 */
export function guardProgramCalls(agent: LiveAgent): void {
  const { calls } = agent.config.limits
  if (calls === undefined) return
  agent.ctx.tools.guard(function limits({ parent }) {
    return parent !== undefined && agent.meter.session.callsMade > calls ? notRun(calls) : undefined
  })
}
