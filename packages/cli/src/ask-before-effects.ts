import type { Context } from '@deepseek-ai/cordis'
import type { ToolDefinition, ToolRuntime } from '@millrace/tools'

/** What happens when a tool is called: it runs, or somebody is asked first. */
export type Permission = 'auto' | 'ask'

/** What happens when this tool is called. Only a tool that declares to change nothing runs without a question. */
export function permissionFor(tool: ToolDefinition | undefined): Permission {
  return tool?.effects === 'none' ? 'auto' : 'ask'
}

/** Turns every allowed call of a tool with effects, or of one that is not known, into a question. */
export function askBeforeEffects(ctx: Context, tools: ToolRuntime): void {
  ctx.on('tools/pre-execute', async (exec, next) => {
    const decision = await next()
    if (decision.kind !== 'allow' || permissionFor(tools.get(exec.name, exec.agent)) === 'auto')
      return decision
    return {
      kind: 'ask',
      reason: `approval needed but nobody can answer: "${exec.name}" may change something`,
    }
  })
}
