import type { Context } from '@deepseek-ai/cordis'
import type { PostStepDecision } from '@millrace/agent'
import { text } from '@millrace/protocol'
import type { PostToolDecision, PreToolDecision } from '@millrace/tools'
import { thrownValue } from '../faults/thrown-value.ts'
import type { Chance } from './chance.ts'
import type { World } from './world.ts'

/** Passes a value where its type forbids it, as a plugin written without types would. */
const forged = (value: unknown): never => value as never

/** How often a listener misbehaves, in percent. */
const often = 6

/** Listeners that throw, answer nonsense, deny, ask, block, replace and dawdle, on a context and below it. */
export function listen(world: World, ctx: Context): void {
  beforeAndAfterCalls(world, ctx)
  aroundCalls(world, ctx)
  aroundSteps(world, ctx)
  observers(world, ctx)
}

/** Whether this time it is the listener's turn to do something. */
function strikes({ isCalm, chance }: World, kind: string, percent = often): boolean {
  if (isCalm || !chance.percent(percent)) return false
  chance.did(kind)
  return true
}

function throwing(chance: Chance): never {
  throw thrownValue(chance.pick(['error', 'string', 'undefined', 'frozen-object', 'revoked-proxy', 'trap']))
}

function beforeAndAfterCalls(world: World, ctx: Context): void {
  const { chance, time } = world
  ctx.on('tools/pre-execute', async (_exec, next): Promise<PreToolDecision> => {
    if (chance.percent(10)) await time.sleep(chance.delay())
    if (strikes(world, 'pre-execute throws')) return throwing(chance)
    if (strikes(world, 'pre-execute denies')) return { kind: 'deny', reason: 'chance' }
    if (strikes(world, 'pre-execute asks', 10)) return { kind: 'ask', reason: 'chance' }
    if (strikes(world, 'pre-execute nonsense', 4))
      return forged(chance.pick([undefined, 'allow', { kind: 'yes' }]))
    return next()
  })
  ctx.on('tools/post-execute', async (_exec, _result, next): Promise<PostToolDecision> => {
    if (strikes(world, 'post-execute throws')) return throwing(chance)
    if (strikes(world, 'post-execute blocks')) return { kind: 'block', feedback: [text('no')] }
    if (strikes(world, 'post-execute replaces')) return { kind: 'accept', content: [text('something else')] }
    if (strikes(world, 'post-execute value')) return { kind: 'accept', value: { other: 1 } }
    if (strikes(world, 'post-execute nonsense', 4))
      return forged(chance.pick([undefined, { kind: 'accept', content: 'x' }]))
    return next()
  })
}

function aroundCalls(world: World, ctx: Context): void {
  const { chance, time } = world
  ctx.on('tools/execute', async (exec, next) => {
    if (strikes(world, 'execute throws')) return throwing(chance)
    if (strikes(world, 'execute nonsense', 4)) return forged(chance.pick([undefined, { isError: false }, {}]))
    if (strikes(world, 'execute answers itself', 3)) return { isError: false, value: 'mine', content: [] }
    if (strikes(world, 'execute runs twice', 3)) {
      await next()
      return next()
    }
    if (strikes(world, 'execute does not wait', 3)) {
      void next()
      return { isError: false, value: 'early', content: [] }
    }
    if (strikes(world, 'execute gives up early', 3)) {
      const controller = new AbortController()
      exec.signal = controller.signal
      void time.sleep(chance.delay()).then(() => controller.abort())
    }
    return next()
  })
}

function aroundSteps(world: World, ctx: Context): void {
  const { chance, time } = world
  ctx.on('agent/pre-step', async (step, next): Promise<PreToolDecision> => {
    if (chance.percent(10)) await time.sleep(chance.delay(), step.signal).catch(() => undefined)
    if (strikes(world, 'pre-step throws', 1)) return throwing(chance)
    if (strikes(world, 'pre-step denies', 1)) return { kind: 'deny', reason: 'chance' }
    if (strikes(world, 'pre-step asks', 2)) return { kind: 'ask', reason: 'chance' }
    if (strikes(world, 'pre-step nonsense', 1)) return forged(chance.pick([undefined, { kind: 'maybe' }, 7]))
    const result = step.conversation.entries.find((entry) => entry.kind === 'result')
    if (result?.kind === 'result' && strikes(world, 'pre-step prunes', 3))
      step.prune([{ callId: result.callId, text: 'left out' }], 'chance')
    return next()
  })
  ctx.on('agent/step', async (_step, next) => {
    if (strikes(world, 'step throws', 1)) return throwing(chance)
    if (strikes(world, 'step nonsense', 1)) return forged(chance.pick([undefined, {}, { message: 1 }]))
    if (strikes(world, 'step asks twice', 1)) await next()
    return next()
  })
  ctx.on('agent/post-step', async (_step, _outcome, next): Promise<PostStepDecision> => {
    if (strikes(world, 'post-step throws', 1)) return throwing(chance)
    if (strikes(world, 'post-step blocks')) return { kind: 'block', feedback: [text('go on')] }
    if (strikes(world, 'post-step nonsense', 1)) return forged(chance.pick([undefined, { kind: 'no' }]))
    return next()
  })
  ctx.on('system-prompt/assemble', async (draft, next) => {
    if (strikes(world, 'assemble throws', 0.5)) return throwing(chance)
    if (strikes(world, 'assemble changes', 5)) return { system: `be ${chance.below(3)}`, tools: draft.tools }
    return next()
  })
}

function observers(world: World, ctx: Context): void {
  const { chance } = world
  const breaks = (kind: string): undefined => {
    if (strikes(world, `${kind} observer throws`, 3)) return throwing(chance)
    if (strikes(world, `${kind} observer rejects`, 2)) return forged(Promise.reject(new Error('observer')))
    return undefined
  }
  ctx.on('tools/result', () => breaks('result'))
  ctx.on('tools/progress', () => breaks('progress'))
  if (chance.percent(70)) ctx.on('tools/trace', () => breaks('trace'))
  ctx.on('agent/event', () => breaks('event'))
  ctx.on('agent/turn-end', () => breaks('turn-end'))
}
