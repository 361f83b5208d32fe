import type { ToolDefinition, ToolRuntime } from '@millrace/tools'
import { askWhereNeeded, type Needed } from './needs-approval.ts'
import { foreignDefinition } from './foreign-definition.ts'
import type { AISDKForeignTool, FromAISDKOptions } from './foreign-tool.ts'

/**
 * Registers tools of the AI SDK, where their calls go through the whole pipeline. All of them are registered, or none.
 * A tool that needs approval asks before each call, whatever rules allow. Outputs that are yielded are progress, and the
 * last one is the value.
 * @param tools - `ctx.tools`; the registrations are effects of that context.
 * @returns the exact disposer that unregisters them.
 * @throws AdapterError `AI_SDK_TOOL_UNSUPPORTED` for a tool without `execute`, such as one that its provider runs, and for
 * schemas that cannot be read; what `register` throws.
 */
export async function fromAISDK(
  tools: ToolRuntime,
  toolSet: Readonly<Record<string, AISDKForeignTool>>,
  options: FromAISDKOptions = {},
): Promise<() => void> {
  const found = await Promise.all(
    Object.entries(toolSet).map(async ([key, tool]) => ({
      tool,
      definition: await foreignDefinition(`${options.prefix ?? ''}${key}`, tool, options),
    })),
  )
  return registerAll(tools, found, options)
}

interface Found {
  readonly tool: AISDKForeignTool
  readonly definition: ToolDefinition
}

function registerAll(tools: ToolRuntime, found: readonly Found[], options: FromAISDKOptions): () => void {
  const undo: (() => void)[] = []
  const undoAll = (): void => {
    for (const each of undo.splice(0).toReversed()) each()
  }
  try {
    const needed = new Map<ToolDefinition, Needed>()
    for (const { tool, definition } of found) {
      if (needsAsking(tool)) needed.set(definition, { tool, context: options.context })
    }
    // First, so that no call runs without being asked.
    if (needed.size > 0) undo.push(askWhereNeeded(tools, needed))
    for (const { definition } of found) undo.push(tools.register(definition))
  } catch (error) {
    undoAll()
    throw error
  }
  return undoAll
}

/** Anything but a clear no may need to ask. */
function needsAsking({ needsApproval }: AISDKForeignTool): boolean {
  return needsApproval !== undefined && needsApproval !== false
}
