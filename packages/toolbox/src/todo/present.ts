import { text, type ToolCallView, type ToolResult, type ToolResultView } from '@millrace/protocol'
import { todoLimits } from './limits.ts'
import { countsOf, type Todo } from './value.ts'

interface TodoArgs {
  readonly todos: readonly Todo[]
}

const boxes: Readonly<Record<Todo['status'], string>> = {
  pending: '[ ]',
  in_progress: '[>]',
  completed: '[x]',
}

/** The pending card: the new list as a checklist. */
export function presentTodoCall({ todos }: TodoArgs): ToolCallView {
  return { card: 'generic', kind: 'other', title: todoTitle(todos), content: [text(checklist(todos))] }
}

/** The completed card, the same; a failed call has none. */
export function presentTodoResult({ todos }: TodoArgs, { isError }: ToolResult): ToolResultView | undefined {
  if (isError) return undefined
  return { card: 'generic', title: todoTitle(todos), content: [text(checklist(todos))] }
}

/** `5 tasks: 2 completed, 1 in progress, 2 pending`. */
export function todoTitle(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'no tasks'
  const { completed, in_progress: working, pending } = countsOf(todos)
  const parts = [
    ...(completed > 0 ? [`${completed} completed`] : []),
    ...(working > 0 ? [`${working} in progress`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
  ]
  return `${todos.length} ${todos.length === 1 ? 'task' : 'tasks'}: ${parts.join(', ')}`
}

/** One row for each task, whatever line breaks its text has. */
function checklist(todos: readonly Todo[]): string {
  // A list that is too long for the tool is shown before it is refused.
  const shown = todos.slice(0, todoLimits.items)
  return shown.map(({ status, content }) => `${boxes[status]} ${content.replaceAll(/\s+/g, ' ')}`).join('\n')
}
