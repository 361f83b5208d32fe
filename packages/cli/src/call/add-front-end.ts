import type { Context } from '@deepseek-ai/cordis'
import { approval, type ApprovalFrontEnd } from '@millrace/policies/approval'

/**
 * Adds somebody who answers questions; where a host brought no approvals, these come along.
 * @returns what ends that.
 */
export async function addFrontEnd(ctx: Context, frontEnd: ApprovalFrontEnd): Promise<() => void> {
  const own = ctx.get('approval') === undefined ? await ctx.plugin(approval, {}) : undefined
  const remove = ctx.get('approval')?.addFrontEnd(frontEnd)
  return () => {
    remove?.()
    void own?.dispose()
  }
}
