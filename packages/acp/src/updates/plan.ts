import type * as acp from '@agentclientprotocol/sdk'
import type { Card } from '@millrace/cards'
import { titleText } from './text.ts'

const statuses: ReadonlySet<unknown> = new Set([
  'pending',
  'in_progress',
  'completed',
] satisfies acp.PlanEntryStatus[])

/** The plan that a finished `todo_write` of the agent itself leaves; `undefined` for any other call. */
export function planOf({ tool, status, arguments: text }: Card): acp.PlanEntry[] | undefined {
  if (tool !== 'todo_write' || status !== 'done') return undefined
  const { todos } = (parsed(text) ?? {}) as { readonly todos?: unknown }
  return Array.isArray(todos) ? todos.flatMap(entryOf) : undefined
}

/** A log that was changed by hand may have anything in the place of arguments. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function entryOf(todo: unknown): acp.PlanEntry[] {
  const { content, status } = (todo ?? {}) as { readonly content?: unknown; readonly status?: unknown }
  if (typeof content !== 'string' || !statuses.has(status)) return []
  return [{ content: titleText(content), priority: 'medium', status: status as acp.PlanEntryStatus }]
}
