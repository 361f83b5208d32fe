import type { InferValue, ValueSchemaSpec } from '@millrace/schema'

/** Where a task can stand, in the order in which it passes through them. */
export const todoStatuses = ['pending', 'in_progress', 'completed'] as const

/** Schema of one task. */
export const todoSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    content: { type: 'string', required: true },
    status: { type: 'string', enum: todoStatuses, required: true },
    id: { type: 'string' },
  },
} as const satisfies ValueSchemaSpec

/** Schema of what `todo_write` returns. */
export const todoListSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    todos: { type: 'array', required: true, items: todoSchema, description: 'The list as it stands now.' },
    counts: {
      type: 'object',
      required: true,
      additionalProperties: false,
      properties: {
        pending: { type: 'integer', required: true },
        in_progress: { type: 'integer', required: true },
        completed: { type: 'integer', required: true },
      },
    },
  },
} as const satisfies ValueSchemaSpec

/** One task of an agent. */
export type Todo = InferValue<typeof todoSchema>

/** The canonical value of `todo_write`. */
export type TodoValue = InferValue<typeof todoListSchema>

/** How many tasks stand where. */
export function countsOf(todos: readonly Todo[]): TodoValue['counts'] {
  const counts = { pending: 0, in_progress: 0, completed: 0 }
  for (const { status } of todos) counts[status] += 1
  return counts
}
