import type { Context } from '@deepseek-ai/cordis'
import type { PreToolDecision, ToolApprovalService, ToolExecution } from '@millrace/tools'
import type { RegisteredTool } from './registered-tools.ts'

/** A tool that is another than was agreed to, and how that is mended. */
export interface DriftedTool {
  readonly tool: RegisteredTool
  /** Agrees to it as it is now. */
  readonly accept: () => Promise<void>
}

/** The drifted tool that a call means; `undefined` for all other calls. */
export type DriftOf = (execution: Readonly<ToolExecution>) => DriftedTool | undefined

/**
 * Whatever rules allow, a call of a tool that is another than was agreed to is asked about, with the changes. A yes agrees to
 * them. A guard denies what passed without that question.
 */
export function guardDrift(ctx: Context, driftOf: DriftOf): void {
  /** The calls that were to be asked about, with the definition that the question was about. */
  const asked = new WeakMap<object, string>()

  ctx.on('tools/pre-execute', async (exec, next): Promise<PreToolDecision> => {
    const decision = await next()
    const drifted = driftOf(exec)
    // What is not exactly an answer is for the pipeline to deny.
    if (drifted === undefined || (decision?.kind !== 'allow' && decision?.kind !== 'ask')) return decision
    asked.set(exec, fingerprintOf(drifted))
    const theirs =
      decision.kind === 'ask' && typeof decision.reason === 'string' ? `${decision.reason}; ` : ''
    const rule = decision.kind === 'ask' && decision.rule !== undefined ? { rule: decision.rule } : {}
    return { kind: 'ask', reason: theirs + reasonOf(drifted), ...rule }
  })

  ctx.tools.guard(function mcp(execution) {
    const drifted = driftOf(execution)
    if (drifted === undefined || isAgreed(drifted, execution)) return undefined
    return `approval needed, but nobody gave it: ${reasonOf(drifted)}`
  })

  ctx.on('tools/execute', async (exec, next) => {
    const drifted = driftOf(exec)
    if (drifted !== undefined && isAgreed(drifted, exec)) await drifted.accept()
    return next()
  })

  function isAgreed(drifted: DriftedTool, execution: Readonly<ToolExecution>): boolean {
    if (asked.get(execution) !== fingerprintOf(drifted)) return false
    const approval = ctx.get('approval') as ToolApprovalService | undefined
    return approval !== undefined && approval.approved?.(execution) !== false
  }
}

function fingerprintOf({ tool }: DriftedTool): string {
  return tool.reviewed.pin.fingerprint
}

function reasonOf({ tool }: DriftedTool): string {
  return `${tool.name} is not what was agreed to: ${tool.reviewed.changes.join('; ')}`
}
