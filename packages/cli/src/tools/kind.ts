import type { ToolCallKind } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import { exampleArguments } from '../call/example.ts'

/** What a tool does, as the card of a typical call of it says. */
export function kindOf(tool: ToolDefinition): ToolCallKind {
  try {
    const view = tool.presentCall?.(exampleArguments(tool))
    if (view?.card === 'terminal') return 'execute'
    if (view?.card === 'diff') return 'edit'
    return view?.kind ?? 'other'
  } catch {
    return 'other'
  }
}
