import type { Context } from '@deepseek-ai/cordis'
import type { PreToolDecision, ToolDefinition, ToolExecution, ToolRuntime } from '@millrace/tools'

/** What happens when a tool is called: it runs, somebody is asked first, or nobody can be asked. */
export type Permission = 'auto' | 'ask' | 'deny'

/** What happens when this tool is called. Only a tool that declares to change nothing runs without a question. */
export function permissionFor(tool: ToolDefinition | undefined, ctx: Context): Permission {
  if (tool?.effects === 'none') return 'auto'
  return ctx.get('approval') === undefined ? 'deny' : 'ask'
}

/**
 * Turns every allowed call of a tool with effects, or of one that is not known, into a question. A guard denies
 * what got past the question while nobody can answer one.
 */
export function askBeforeEffects(ctx: Context, tools: ToolRuntime): void {
  const permission = ({ name, agent }: Readonly<ToolExecution>): Permission =>
    permissionFor(tools.get(name, agent), ctx)
  const unanswered = (name: string): string =>
    `approval needed but nobody can answer: tool "${name}" may change something`

  // Before the others, so that what they answer passes through here.
  ctx.on('tools/pre-execute', onlyHarmless, { prepend: true })
  async function onlyHarmless(
    exec: ToolExecution,
    next: () => Promise<PreToolDecision>,
  ): Promise<PreToolDecision> {
    const decision = await next()
    const found = permission(exec)
    if (decision.kind !== 'allow' || found === 'auto') return decision
    const reason = found === 'ask' ? `tool "${exec.name}" may change something` : unanswered(exec.name)
    return { kind: 'ask', reason }
  }

  tools.guard(function unapproved(execution) {
    return permission(execution) === 'deny' ? unanswered(execution.name) : undefined
  })
}
