import type { Context } from '@deepseek-ai/cordis'
import type { DenyingFlag } from './answer-flags.ts'

/**
 * Denies every call that somebody would be asked about; a flag is no person, so that nobody is said to have been asked.
 * @returns what ends that.
 */
export async function denyInstead(ctx: Context, { flag, reason }: DenyingFlag): Promise<() => void> {
  const fiber = await ctx.plugin({
    // The name is what a card says about who denied a call.
    name: flag,
    apply(own: Context) {
      const deny = { kind: 'deny', reason } as const
      own.on(
        'tools/pre-execute',
        async (_exec, next) => {
          const decision = await next()
          return decision.kind === 'ask' ? deny : decision
        },
        { prepend: true },
      )
    },
  })
  return () => void fiber.dispose()
}
