import type { ToolExecutionToken } from '../contract/execution.ts'
import { reservedName } from './check-definition.ts'
import type { View } from './view.ts'

/**
 * Whether a visible tool cannot be called directly: in mode `code` only a program reaches it. Calls of a
 * program carry the token of the enclosing call.
 */
export function isCollapsed(view: View, name: string, parent: ToolExecutionToken | undefined): boolean {
  return view.mode === 'code' && parent === undefined && name !== reservedName && view.tools.has(name)
}
