import type { ToolDefinition } from '@millrace/tools'

/** What happens when a tool is called and no rule decides: it runs, somebody is asked first, or nobody can be asked. */
export type Permission = 'auto' | 'ask' | 'deny'

/**
 * What happens when this tool is called and no rule decides. Only a tool that declares to change nothing runs without a
 * question.
 * @param isAttended - whether somebody can be asked.
 */
export function permissionFor(tool: ToolDefinition | undefined, isAttended: boolean): Permission {
  if (tool?.effects === 'none') return 'auto'
  return isAttended ? 'ask' : 'deny'
}
