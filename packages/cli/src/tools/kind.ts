import type { ToolCallKind, ToolCallView } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import { exampleArguments } from '../call/example.ts'

/** What a tool does, as the card of a typical call of it says. */
export function kindOf(tool: ToolDefinition | undefined): ToolCallKind {
  if (tool === undefined) return 'other'
  try {
    return kindOfView(tool.presentCall?.(exampleArguments(tool)))
  } catch {
    return 'other'
  }
}

function kindOfView(view: ToolCallView | undefined): ToolCallKind {
  switch (view?.card) {
    case 'terminal':
      return 'execute'
    case 'diff':
      return 'edit'
    case 'generic':
      return view.kind ?? 'other'
    default:
      return 'other'
  }
}
