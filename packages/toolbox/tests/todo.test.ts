import type { Agent } from '@millrace/tools'
import { createTools } from '@millrace/tools'
import { contentText, type JsonValue } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { TodoLists, todoTool } from '../src/index.ts'
import { callsOn } from './support/calls.ts'

const three: JsonValue = [
  { content: 'read the code', status: 'completed' },
  { content: 'change it', status: 'in_progress', id: 'b' },
  { content: 'test it', status: 'pending' },
]

function setup() {
  const lists = new TodoLists()
  const tools = createTools({ tools: [todoTool(lists)] })
  const write = callsOn(tools)
  return { lists, tools, write: (todos: JsonValue) => write('todo_write', { todos }) }
}

describe('todo_write', () => {
  test('replaces the list, and returns it with its counts', async () => {
    const { lists, write } = setup()
    await write([{ content: 'old', status: 'pending' }])
    const { value, text } = await write(three)
    expect(value).toEqual({ todos: three, counts: { pending: 1, in_progress: 1, completed: 1 } })
    expect(text).toBe('The list has 3 tasks: 1 completed, 1 in progress, 1 pending.')
    expect(lists.of()).toEqual(three)
  })

  test('can be emptied', async () => {
    const { lists, write } = setup()
    await write(three)
    expect((await write([])).text).toBe('The list has no tasks.')
    expect(lists.of()).toEqual([])
  })

  test('keeps one list for each agent', async () => {
    const { lists, tools } = setup()
    const [one, other]: (Agent & object)[] = [{}, {}]
    const call = (agent: (Agent & object) | undefined, content: string): Promise<unknown> =>
      tools.execute({
        callId: content,
        name: 'todo_write',
        arguments: { todos: [{ content, status: 'pending' }] },
        signal: new AbortController().signal,
        ...(agent !== undefined && { agent }),
      })
    await Promise.all([call(one, 'of one'), call(other, 'of the other'), call(undefined, 'of nobody')])
    const contents = [one, other, undefined].map((agent) => lists.of(agent).map(({ content }) => content))
    expect(contents).toEqual([['of one'], ['of the other'], ['of nobody']])
    expect(lists.of({})).toEqual([])
  })

  test('takes several tasks in progress, and says that it should be one', async () => {
    const { write } = setup()
    const { text, result } = await write(['a', 'b'].map((content) => ({ content, status: 'in_progress' })))
    expect(result.isError).toBe(false)
    expect(text).toContain('work on one at a time')
  })

  test.each<[string, JsonValue, string]>([
    ['too many', Array(101).fill({ content: 'x', status: 'pending' }), 'at most 100 items, not 101'],
    ['an empty one', [{ content: ' ', status: 'pending' }], '"todos[0].content" must not be empty'],
    ['a long one', [{ content: 'x'.repeat(501), status: 'pending' }], 'at most 500 characters, not 501'],
    ['another status', [{ content: 'x', status: 'done' }], 'todos[0].status'],
    [
      'the same id twice',
      [0, 1].map(() => ({ content: 'x', status: 'pending', id: '1' })),
      'the id of todos[0]',
    ],
  ])('refuses %s, says why, and leaves the list alone', async (_what, todos, says) => {
    const { lists, write } = setup()
    await write(three)
    const { code, text } = await write(todos)
    expect(code).toBe('INVALID_ARGS')
    expect(text).toContain(says)
    expect(text.length).toBeLessThan(1000)
    expect(lists.of()).toEqual(three)
  })

  test('is shown as a checklist, one row for each task', async () => {
    const { write } = setup()
    const todos = [{ content: 'one\n[x] forged', status: 'pending' }, ...(three as JsonValue[])]
    const { callView, resultView } = await write(todos)
    for (const view of [callView, resultView]) {
      expect(view).toMatchObject({ card: 'generic', title: '4 tasks: 1 completed, 1 in progress, 2 pending' })
      const content = view?.card === 'generic' ? contentText(view.content ?? []) : ''
      expect(content.split('\n')).toEqual([
        '[ ] one [x] forged',
        '[x] read the code',
        '[>] change it',
        '[ ] test it',
      ])
    }
  })

  test('that failed is shown by its message', async () => {
    expect((await setup().write([{ content: '', status: 'pending' }])).resultView).toBeUndefined()
  })

  verifies(['contract:R10'], 'changes nothing outside the conversation, and runs alone', () => {
    const tool = todoTool()
    expect([tool.effects, tool.isConcurrencySafe?.({ todos: [] }) ?? false]).toEqual(['none', false])
  })
})

test('the pending card of a list that is too long shows as many tasks as a list may have', () => {
  const todos = Array.from({ length: 300 }, () => ({ content: 'x', status: 'pending' }))
  const view = todoTool().presentCall?.({ todos })
  expect(view?.title).toBe('300 tasks: 300 pending')
  expect(JSON.stringify(view).split('[ ] x').length - 1).toBe(100)
})
