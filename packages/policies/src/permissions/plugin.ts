import type { Context } from '@deepseek-ai/cordis'
import type { PreToolDecision, ToolApprovalService, ToolExecution } from '@millrace/tools'
import type { Permissions, PermissionsConfig } from './contract.ts'
import { PermissionEngine } from './engine.ts'
import { decisivePart, reasonOf, type Parts } from './judge/judge-call.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** What may be called without a question, and what not at all. */
    permissions: Permissions
  }
}

/**
 * Decides about every call by rules, and tells why, as `ctx.permissions`. It answers before other listeners and takes
 * theirs only where they are stricter; a guard denies what passed by a question that it wanted.
 */
export const permissions = {
  name: 'permissions',
  inject: ['tools'],
  apply(ctx: Context, config: PermissionsConfig): void {
    const engine = engineOn(ctx, config)
    ctx.provide('permissions', engine)
    const refused = new WeakMap<object, string>()

    ctx.on('tools/pre-execute', decide, { prepend: true })
    async function decide(
      exec: ToolExecution,
      next: () => Promise<PreToolDecision>,
    ): Promise<PreToolDecision> {
      const decision = decisionOf(judge(engine, exec))
      if (decision.kind === 'deny') return decision
      const stricter = await next()
      if (decision.kind === 'allow') return namingRule(stricter, decision)
      // What is not exactly an answer is for the pipeline to deny.
      if (stricter?.kind !== 'allow' && stricter?.kind !== 'ask') return stricter
      const refusal = config.refusals?.map((guard) => guard(exec)).find((reason) => reason !== undefined)
      if (refusal === undefined) return bothAsk(decision, stricter)
      // The guard itself denies, so that it is the one that is named.
      refused.set(exec, refusal)
      return { kind: 'allow' }
    }

    ctx.tools.guard(function permissions(execution) {
      const parts = judge(engine, execution)
      const { verdict } = decisivePart(parts)
      if (verdict === 'allow') return undefined
      if (verdict === 'deny') return reasonOf(parts)
      const refusal = refused.get(execution)
      if (refusal !== undefined) return refusal
      return isUnapproved(ctx, execution)
        ? `approval needed, but nobody gave it: ${reasonOf(parts)}`
        : undefined
    })
  },
}

function engineOn(ctx: Context, config: PermissionsConfig): PermissionEngine {
  // Taken once, as each access through the context costs.
  const { tools } = ctx
  return new PermissionEngine(config, {
    tool: (name, agent) => tools.get(name, agent),
    names: () => tools.schemas().map(({ name }) => name),
    granted: (grant) => ctx.emit('permission/granted', grant),
    revoked: (revoked) => ctx.emit('permission/revoked', revoked),
  })
}

/** The parts of a call; one of a tool that is not there, and of no rule, is let through to where that is said. */
function judge(engine: PermissionEngine, { name, arguments: args, agent }: Readonly<ToolExecution>): Parts {
  const { parts, call } = engine.judged(name, args, agent)
  return call.isKnown || decisivePart(parts).rule !== undefined ? parts : nothingRuns
}

const nothingRuns: Parts = [{ part: '', verdict: 'allow', reason: 'no such tool can run' }]

type Asking = Extract<PreToolDecision, { kind: 'ask' }>

function decisionOf(parts: Parts): PreToolDecision {
  const decisive = decisivePart(parts)
  const rule = decisive.rule === undefined ? {} : { rule: decisive.rule.rule }
  if (decisive.verdict === 'allow') return { kind: 'allow', ...rule }
  const reason = reasonOf(parts)
  return decisive.verdict === 'deny' ? { kind: 'deny', reason, ...rule } : { kind: 'ask', reason, ...rule }
}

/** The answer of the others, and the rule that allows where they name none. */
function namingRule(theirs: PreToolDecision, ours: PreToolDecision): PreToolDecision {
  return theirs?.kind === 'allow' && theirs.rule === undefined ? ours : theirs
}

/** One question for both of the reasons. */
function bothAsk(ours: Asking, theirs: PreToolDecision): PreToolDecision {
  if (theirs.kind !== 'ask' || typeof theirs.reason !== 'string') return ours
  return { ...ours, reason: `${ours.reason ?? ''}; ${theirs.reason}` }
}

/** Whether the question was not answered with a yes, as far as that can be known. */
function isUnapproved(ctx: Context, execution: Readonly<ToolExecution>): boolean {
  const approval = ctx.get('approval') as ToolApprovalService | undefined
  return approval === undefined || approval.approved?.(execution) === false
}
