import type { Context } from '@deepseek-ai/cordis'
import type { PreToolDecision, ToolDefinition, ToolExecution, ToolGuard, ToolRuntime } from '@millrace/tools'
import { askingReason } from './asking-reason.ts'

/** What happens when a tool is called: it runs, somebody is asked first, or nobody can be asked. */
export type Permission = 'auto' | 'ask' | 'deny'

/**
 * What happens when this tool is called. Only a tool that declares to change nothing runs without a question.
 * @param isAttended - whether somebody can be asked, apart from a host's `approval` service.
 */
export function permissionFor(
  tool: ToolDefinition | undefined,
  ctx: Context,
  isAttended = false,
): Permission {
  if (tool?.effects === 'none') return 'auto'
  return isAttended || ctx.get('approval') !== undefined ? 'ask' : 'deny'
}

/**
 * Turns every allowed call of a tool with effects, or of one that is not known, into a question. A guard denies
 * what got past the question while nobody can answer one.
 * @param refusals - guards that are asked first, as there is no question where the answer cannot count. They must stand
 *   among the guards themselves, too: they are who denies.
 */
export function askBeforeEffects(
  ctx: Context,
  tools: ToolRuntime,
  refusals: readonly ToolGuard[] = [],
): void {
  const permission = ({ name, agent }: Readonly<ToolExecution>): Permission =>
    permissionFor(tools.get(name, agent), ctx)
  const unanswered = (name: string): string =>
    `approval needed but nobody can answer: tool "${name}" may change something`
  const refused = new WeakMap<object, string>()

  // Before the others, so that what they answer passes through here.
  ctx.on('tools/pre-execute', onlyHarmless, { prepend: true })
  async function onlyHarmless(
    exec: ToolExecution,
    next: () => Promise<PreToolDecision>,
  ): Promise<PreToolDecision> {
    const decision = await next()
    const found = permission(exec)
    if (decision.kind === 'deny' || (decision.kind === 'allow' && found === 'auto')) return decision
    const refusal = refusals.map((guard) => guard(exec)).find((reason) => reason !== undefined)
    if (refusal !== undefined) {
      refused.set(exec, refusal)
      return { kind: 'allow' }
    }
    if (decision.kind === 'ask') return decision
    const { name, agent } = exec
    const reason = (): string => askingReason(name, tools.get(name, agent), exec.arguments)
    return { kind: 'ask', reason: found === 'ask' ? reason() : unanswered(name) }
  }

  tools.guard(function unapproved(execution) {
    const refusal = refused.get(execution)
    if (refusal !== undefined) return refusal
    return permission(execution) === 'deny' ? unanswered(execution.name) : undefined
  })
}
