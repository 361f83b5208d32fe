import type { Context } from '@deepseek-ai/cordis'
import type { UserMessage } from '@millrace/protocol'
import type { PostToolDecision, ToolExecution } from '@millrace/tools'
import { AgentMemory } from './agent-memory.ts'
import type { RepeatConfig } from './contract.ts'
import { outcomeOf } from './outcome.ts'

/** Notices that an agent makes the same call again and again, with the same outcome, and tells its model so. */
export const repeat = {
  name: 'repeat',
  inject: ['tools'],
  /** @throws RangeError for a number that makes no sense. */
  apply(ctx: Context, { after = 3, remembered = 64 }: RepeatConfig = {}): void {
    requireCount('after', after, 2)
    requireCount('remembered', remembered, 1)
    const byAgent = new WeakMap<object, AgentMemory>()
    const nobody = {}
    const memoryOf = (agent: object = nobody): AgentMemory => {
      let known = byAgent.get(agent)
      if (known === undefined) byAgent.set(agent, (known = new AgentMemory(remembered)))
      return known
    }
    ctx.on('tools/post-execute', async (exec, result, next) => {
      const decision = await next()
      const outcome = readable(decision) ? outcomeOf(result, decision) : undefined
      const times = outcome === undefined ? undefined : memoryOf(exec.agent).note(exec, outcome, after)
      return times === undefined ? decision : withNote(decision, told(exec, times))
    })
  },
}

/** Whether this is a decision at all; the pipeline says what is wrong with one that is none. */
function readable(decision: PostToolDecision): boolean {
  const { kind, additionalContexts } = (decision ?? {}) as Partial<PostToolDecision>
  const isKnown = kind === 'accept' || kind === 'block'
  return isKnown && (additionalContexts === undefined || Array.isArray(additionalContexts))
}

function withNote(decision: PostToolDecision, note: UserMessage): PostToolDecision {
  return { ...decision, additionalContexts: [...(decision.additionalContexts ?? []), note] }
}

function told({ name, parent }: Readonly<ToolExecution>, times: number): UserMessage {
  const content =
    parent === undefined
      ? `"${name}" was called ${times} times with these very arguments, each time with the same outcome. Another ` +
        'such call will hardly have a different one: change the arguments, try another way, or say what is in the way.'
      : `This program has called "${name}" ${times} times with the same arguments and the same outcome so far. ` +
        'If that was not meant, let it change the arguments, or end.'
  return { role: 'user', content, source: { kind: 'plugin', plugin: 'repeat' } }
}

function requireCount(what: string, count: number, least: number): void {
  if (Number.isSafeInteger(count) && count >= least) return
  throw new RangeError(`repeat: ${what} must be a whole number from ${least} on, not ${String(count)}`)
}
