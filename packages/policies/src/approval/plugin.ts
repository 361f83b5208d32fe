import type { Context } from '@deepseek-ai/cordis'
import { HarnessError } from '@millrace/schema'
import { quietly } from '../log/quietly.ts'
import { ApprovalService } from './approval-service.ts'
import type { ApprovalConfig, Approvals } from './contract.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** Puts questions to people, and knows what they allowed. */
    approval: Approvals
  }
}

/**
 * Provides `ctx.approval`. What is approved is bound to the call that was shown: it runs once, and not at all where it
 * would not be that call any more.
 * @throws HarnessError `APPROVAL_CONFIG_INVALID` where the time limit is none.
 */
export const approval = {
  name: 'approval',
  inject: ['tools'],
  apply(ctx: Context, config: ApprovalConfig = {}): void {
    const { timeoutMs } = config
    if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0)) {
      throw new HarnessError(
        'APPROVAL_CONFIG_INVALID',
        `timeoutMs of approval is ${timeoutMs}; it must be a finite number of milliseconds above 0`,
      )
    }
    const service = new ApprovalService(ctx, config, warner(ctx))
    // Named, because the name is what a card says about who denied a call.
    ctx.tools.guard(function approval(execution) {
      return service.calls.refusal(execution)
    })
    ctx.on('tools/result', (execution) => {
      service.calls.remove(execution)
    })
    ctx.effect(() => () => service.close(), 'approval.close')
    ctx.provide('approval', service)
  },
}

function warner(ctx: Context): (message: string, error?: unknown) => void {
  return (message, error) =>
    quietly(() => {
      if (error === undefined) ctx.logger.warn(message)
      else ctx.logger.warn(`${message}: %s`, error)
    })
}
