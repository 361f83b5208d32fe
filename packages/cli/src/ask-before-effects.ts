import type { Context } from '@deepseek-ai/cordis'
import type { PreToolDecision, ToolDefinition, ToolExecution, ToolRuntime } from '@millrace/tools'

/** What happens when a tool is called: it runs, or somebody is asked first. */
export type Permission = 'auto' | 'ask'

/** What happens when this tool is called. Only a tool that declares to change nothing runs without a question. */
export function permissionFor(tool: ToolDefinition | undefined): Permission {
  return tool?.effects === 'none' ? 'auto' : 'ask'
}

/**
 * Turns every allowed call of a tool with effects, or of one that is not known, into a question. A guard denies
 * what got past the question while nobody can answer one.
 */
export function askBeforeEffects(ctx: Context, tools: ToolRuntime): void {
  const asks = ({ name, agent }: Readonly<ToolExecution>): boolean =>
    permissionFor(tools.get(name, agent)) === 'ask'
  const hasAnswer = (): boolean => ctx.get('approval') !== undefined
  const unanswered = (name: string): string =>
    `approval needed but nobody can answer: tool "${name}" may change something`

  // Before the others, so that what they answer passes through here.
  ctx.on('tools/pre-execute', onlyHarmless, { prepend: true })
  async function onlyHarmless(
    exec: ToolExecution,
    next: () => Promise<PreToolDecision>,
  ): Promise<PreToolDecision> {
    const decision = await next()
    if (decision.kind !== 'allow' || !asks(exec)) return decision
    const reason = hasAnswer() ? `tool "${exec.name}" may change something` : unanswered(exec.name)
    return { kind: 'ask', reason }
  }

  tools.guard(function unapproved(execution) {
    return asks(execution) && !hasAnswer() ? unanswered(execution.name) : undefined
  })
}
