import type { Context } from '@deepseek-ai/cordis'
import type { Approvals } from '@millrace/policies/approval'
import type { ToolApprovalService } from '@millrace/tools'

/** Whether a host has somebody who answers questions, apart from the command itself. */
export function isAttended(ctx: Context): boolean {
  const service: (ToolApprovalService & Partial<Approvals>) | undefined = ctx.get('approval')
  // Whoever brings a service of another kind answers by it.
  return service !== undefined && (service.isAttended?.() ?? true)
}
