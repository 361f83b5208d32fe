import type { LimitName } from '../contract/agent.ts'
import type { AgentConfig } from './options.ts'
import type { Meter } from './meter.ts'

/** An agent as its limits see it. */
export interface Limited {
  readonly config: AgentConfig
  readonly meter: Meter
  readonly parent?: Limited
}

/** A limit that was reached. */
export interface Reached {
  readonly name: LimitName
  readonly message: string
}

/** Which limit keeps an agent from another step: its own, or one of whoever it works for. */
export function reachedLimit(agent: Limited): Reached | undefined {
  for (let each: Limited | undefined = agent; each !== undefined; each = each.parent) {
    const found = ownLimit(each)
    if (found !== undefined) return each === agent ? found : ofParent(found)
  }
  return undefined
}

function ownLimit({ config: { limits }, meter: { session, turn } }: Limited): Reached | undefined {
  if (turn.steps >= limits.steps) return reached('steps', `${counted(limits.steps, 'step')} in one turn`)
  if (limits.tokens !== undefined && session.tokens >= limits.tokens) {
    return reached('tokens', `${counted(limits.tokens, 'token')} in the session`)
  }
  if (limits.cost !== undefined && session.cost >= limits.cost) {
    return reached('cost', `a cost of ${limits.cost} in the session`)
  }
  return undefined
}

/** Whether what an agent uses costs within a limit: its own, or one of whoever it works for. */
export function isCostLimited(agent: Limited): boolean {
  for (let each: Limited | undefined = agent; each !== undefined; each = each.parent) {
    if (each.config.limits.cost !== undefined) return true
  }
  return false
}

/** How many more calls an agent may make. */
export function callsLeft(agent: Limited): { left: number; limit: number } {
  let left = Number.POSITIVE_INFINITY
  let limit = left
  for (let each: Limited | undefined = agent; each !== undefined; each = each.parent) {
    const most = each.config.limits.calls
    if (most === undefined) continue
    const rest = Math.max(0, most - each.meter.session.callsMade)
    if (rest < left) [left, limit] = [rest, most]
  }
  return { left, limit }
}

/** Why a call beyond the limit does not run. */
export function notRun(limit: number): string {
  return `not run: the limit of ${counted(limit, 'call')} in the session is reached`
}

/** `1 call`, `2 calls`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** How a limit is told. */
export function reached(name: LimitName, what: string): Reached {
  return { name, message: `the limit of ${what} is reached; raise limits.${name} to go on` }
}

function ofParent({ name, message }: Reached): Reached {
  return { name, message: `of the agent that this one works for, ${message}` }
}
