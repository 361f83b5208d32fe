import type { Context } from '@deepseek-ai/cordis'
import { transportName } from '@millrace/tools'
import type { Denial } from './answer-flags.ts'

/**
 * Denies every call that somebody would be asked about, and those that may change something where that is wanted; a flag
 * is no person, so that nobody is said to have been asked.
 * @returns what ends that.
 */
export async function denyInstead(
  ctx: Context,
  { by, reason, changes = false }: Denial,
): Promise<() => void> {
  const fiber = await ctx.plugin({
    // The name is what a card says about who denied a call.
    name: by,
    apply(own: Context) {
      own.on(
        'tools/pre-execute',
        async ({ name, agent }, next) => {
          const decision = await next()
          // The calls of a program are judged one by one.
          const mayChange = (): boolean =>
            name !== transportName && ctx.get('tools')?.get(name, agent)?.effects !== 'none'
          if (decision.kind === 'allow') return changes && mayChange() ? { kind: 'deny', reason } : decision
          if (decision.kind === 'deny') return decision
          const asked = decision.reason === undefined ? '' : `: ${decision.reason}`
          return { kind: 'deny', reason: `${reason}${asked}` }
        },
        { prepend: true },
      )
    },
  })
  return () => void fiber.dispose()
}
