import type { Context } from '@deepseek-ai/cordis'
import { windowRules, type ContextWindowOptions } from './contract.ts'
import { WindowKeeper } from './window-keeper.ts'

/**
 * Keeps conversations within what their models take: old large results are left out before the window is full, with a text
 * in their place that says so, and turns before the current one are summarised where that is not enough and allowed.
 * All of it is logged. Where a provider refuses a request as too long, more is left out, once, and it is asked again.
 */
export const contextWindow = {
  name: 'context-window',
  inject: ['agents', 'tools'],
  apply(ctx: Context, options: ContextWindowOptions = {}): void {
    const keeper = new WindowKeeper(ctx, windowRules(options))
    ctx.on('agent/pre-step', async (step, next) => {
      const decision = await next()
      if (decision.kind !== 'deny') await keeper.before(step)
      return decision
    })
    ctx.on('agent/step', (step, next) => keeper.during(step, next))
  },
}
