import { messageOf } from '@millrace/protocol'
import type { PreToolDecision, ToolDefinition, ToolExecution, ToolRuntime } from '@millrace/tools'
import type { AISDKForeignTool } from './foreign-tool.ts'
import { unlessAborted } from './unless-aborted.ts'

/** A tool that may need approval, and what its functions are given. */
export interface Needed {
  readonly tool: AISDKForeignTool
  readonly context: unknown
}

/**
 * Asks before calls of tools that say that they need approval. It only tightens: a denial stays one.
 * @returns the disposer of the listener.
 */
export function askWhereNeeded(tools: ToolRuntime, needed: ReadonlyMap<ToolDefinition, Needed>): () => void {
  return tools.ctx.on(
    'tools/pre-execute',
    async (exec, next) => {
      const definition = tools.get(exec.name, exec.agent)
      const found = definition && needed.get(definition)
      const decision = await next()
      if (found === undefined || decision?.kind !== 'allow') return decision
      const reason = await reasonToAsk(found, exec)
      return reason === undefined ? decision : ({ kind: 'ask', reason } satisfies PreToolDecision)
    },
    { prepend: true },
  )
}

/** Why a call is asked about. A tool that cannot say whether it needs to be is. */
async function reasonToAsk({ tool, context }: Needed, exec: ToolExecution): Promise<string | undefined> {
  const { needsApproval } = tool
  const reason = `tool "${exec.name}" says that its calls need approval`
  if (typeof needsApproval !== 'function') return reason
  try {
    const told = { toolCallId: exec.callId, messages: [], context, experimental_context: context }
    const answer: unknown = await unlessAborted(needsApproval.call(tool, exec.arguments, told), exec.signal)
    return answer === false ? undefined : reason
  } catch (error) {
    return `${reason}: it could not say about this one (${messageOf(error)})`
  }
}
