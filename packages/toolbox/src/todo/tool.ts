import { text } from '@millrace/protocol'
import { ToolArgsError } from '@millrace/schema'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { todoLimits } from './limits.ts'
import { presentTodoCall, presentTodoResult, todoTitle } from './present.ts'
import { TodoLists } from './todo-lists.ts'
import { countsOf, todoListSchema, todoSchema, type Todo } from './value.ts'

const description =
  'Keeps your task list, which the user sees. Send the whole list: it replaces the one before. For work of three ' +
  'steps or more. Mark a task in_progress before you start it, one at a time, and completed as soon as it is done. ' +
  `At most ${todoLimits.items} tasks.`

/**
 * The `todo_write` tool.
 * @param lists - where the lists are kept, for a host that wants to look at them.
 */
export function todoTool(lists: TodoLists = new TodoLists()): ToolDefinition {
  return defineTool({
    name: 'todo_write',
    description,
    additionalProperties: false,
    parameters: { todos: { type: 'array', required: true, items: todoSchema } },
    output: {
      schema: todoListSchema,
      render: (_, { todos }) => [text(rendered(todos))],
    },
    timeoutMs: 10_000,
    // It changes nothing outside the conversation. Of two lists the later one must win, so it runs alone.
    effects: 'none',
    presentCall: presentTodoCall,
    presentResult: presentTodoResult,
    execute: async ({ todos }, { agent }) => {
      checkTodos(todos)
      lists.replace(agent, todos)
      return { todos, counts: countsOf(todos) }
    },
  })
}

/** More of them at once help nobody to mend a list. */
const mostProblems = 5

function checkTodos(todos: readonly Todo[]): void {
  const { items, contentLength } = todoLimits
  if (todos.length > items)
    throw new ToolArgsError([`"todos" may have at most ${items} items, not ${todos.length}`])
  const ids = new Map<string, number>()
  const problems = todos.flatMap(({ content, id }, index) => {
    const earlier = id === undefined ? undefined : ids.get(id)
    if (id !== undefined) ids.set(id, index)
    return [
      ...(content.trim() === '' ? [`"todos[${index}].content" must not be empty`] : []),
      ...(content.length > contentLength
        ? [`"todos[${index}].content" may have at most ${contentLength} characters, not ${content.length}`]
        : []),
      ...(earlier === undefined ? [] : [`"todos[${index}].id" is the id of todos[${earlier}], too`]),
    ]
  })
  if (problems.length > 0) throw new ToolArgsError(problems.slice(0, mostProblems))
}

/** The model wrote the list itself, so it reads how the list stands and not the list. */
function rendered(todos: readonly Todo[]): string {
  const working = todos.filter(({ status }) => status === 'in_progress')
  const advice = working.length > 1 ? '\nMore than one task is in progress; work on one at a time.' : ''
  return `The list has ${todoTitle(todos)}.${advice}`
}
