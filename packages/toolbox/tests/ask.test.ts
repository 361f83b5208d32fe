import { contentText, type JsonValue } from '@millrace/protocol'
import { createTools } from '@millrace/tools'
import { describe, expect, test, vi } from 'vitest'
import { askTool, QuestionBoard, type QuestionFrontEnd } from '../src/index.ts'
import { callsOn, type Called } from './support/calls.ts'

const database = {
  question: 'Which database?',
  header: 'Database',
  options: [{ label: 'Postgres', description: 'a server' }, { label: 'SQLite' }],
}
const parts = {
  question: 'Which parts?',
  options: [{ label: 'api' }, { label: 'ui' }, { label: 'docs' }],
  multiple: true,
}

type Ask = QuestionFrontEnd['ask']

function setup(...asks: readonly Ask[]) {
  const board = new QuestionBoard()
  for (const ask of asks) board.attach({ ask })
  const call = callsOn(createTools({ tools: [askTool(board)] }))
  return {
    board,
    ask: (questions: readonly JsonValue[] = [database], signal?: AbortSignal): Promise<Called> =>
      call('ask_user', { questions: [...questions] }, signal),
  }
}

const answering =
  (...answers: readonly unknown[]): Ask =>
  () =>
    Promise.resolve(answers as never)

/** A front end that never answers, and tells when it is told to stop. */
function waiting() {
  let tell!: (reason: unknown) => void
  const told = new Promise((resolve) => (tell = resolve))
  const ask = vi.fn<Ask>((_questions, { signal }) => {
    signal.addEventListener('abort', () => tell(signal.reason), { once: true })
    return new Promise(() => undefined)
  })
  return { ask, told }
}

describe('ask_user', () => {
  test('returns what the person chose and wrote, for each question', async () => {
    const { ask } = setup(answering({ chosen: ['SQLite'] }, { chosen: ['ui', 'api'], text: ' and tests ' }))
    const { value, text } = await ask([database, parts])
    expect(value).toEqual({
      answers: [
        { question: 'Which database?', chosen: ['SQLite'] },
        { question: 'Which parts?', chosen: ['api', 'ui'], text: 'and tests' },
      ],
    })
    expect(text).toBe('Which database?\n  "SQLite"\nWhich parts?\n  "api", "ui"; in own words: and tests')
  })

  test('takes words alone, and a question that was passed over', async () => {
    const { ask } = setup(answering({ chosen: [], text: 'neither' }, { chosen: [] }))
    expect((await ask([database, parts])).text).toBe(
      'Which database?\n  in own words: neither\nWhich parts?\n  (no answer)',
    )
  })

  test('cuts a very long text', async () => {
    const { ask } = setup(answering({ chosen: [], text: 'x'.repeat(30_000) }))
    expect((await ask()).value).toMatchObject({ answers: [{ text: 'x'.repeat(20_000) }] })
  })

  test('fails at once where nobody can be asked, with advice', async () => {
    const { code, text } = await setup().ask()
    expect(code).toBe('NOBODY_TO_ASK')
    expect(text).toContain('go on with the most reasonable assumption')
  })

  test('that the person closes has a code of its own', async () => {
    const { code } = await setup(() => Promise.resolve('dismissed')).ask()
    expect(code).toBe('QUESTION_DISMISSED')
  })
})

describe('several front ends', () => {
  test('are all asked, the first answer counts, and the others are told', async () => {
    const slow = waiting()
    const { ask } = setup(slow.ask, answering({ chosen: ['SQLite'] }))
    expect((await ask()).value).toMatchObject({ answers: [{ chosen: ['SQLite'] }] })
    expect(slow.ask).toHaveBeenCalledOnce()
    expect(await slow.told).toMatchObject({ message: 'the questions were answered elsewhere, or closed' })
  })

  test('of which one comes later: it is asked what is open', async () => {
    const slow = waiting()
    const { board, ask } = setup(slow.ask)
    const called = ask()
    await vi.waitFor(() => expect(slow.ask).toHaveBeenCalled(), { timeout: 20_000 })
    board.attach({ ask: answering({ chosen: ['Postgres'] }) })
    expect((await called).value).toMatchObject({ answers: [{ chosen: ['Postgres'] }] })
  })

  test('of which one leaves: it is told, and the others still answer', async () => {
    const leaving = waiting()
    const board = new QuestionBoard()
    const detach = board.attach({ ask: leaving.ask })
    let answer!: (answers: never) => void
    board.attach({ ask: () => new Promise((resolve) => (answer = resolve)) })
    const called = callsOn(createTools({ tools: [askTool(board)] }))('ask_user', { questions: [database] })
    await vi.waitFor(() => expect(leaving.ask).toHaveBeenCalled(), { timeout: 20_000 })
    detach()
    expect(await leaving.told).toMatchObject({ message: 'the front end was detached' })
    answer([{ chosen: ['SQLite'] }] as never)
    expect((await called).result.isError).toBe(false)
  })

  test('of which the last one leaves: the call fails', async () => {
    const leaving = waiting()
    const board = new QuestionBoard()
    const detach = board.attach({ ask: leaving.ask })
    const called = callsOn(createTools({ tools: [askTool(board)] }))('ask_user', { questions: [database] })
    await vi.waitFor(() => expect(leaving.ask).toHaveBeenCalled(), { timeout: 20_000 })
    detach()
    expect((await called).code).toBe('NOBODY_TO_ASK')
  })
})

describe('a front end that misbehaves', () => {
  const broken: readonly (readonly [string, Ask])[] = [
    ['rejects', () => Promise.reject(new Error('broken screen'))],
    [
      'throws at once',
      () => {
        throw new Error('broken screen')
      },
    ],
    ['throws no error', () => Promise.reject(undefined as never)],
    ['cannot ask', () => Promise.resolve(undefined)],
    ['answers with nothing', answering()],
    ['answers with text', () => Promise.resolve('yes' as never)],
    ['answers more than was asked', answering({ chosen: [] }, { chosen: [] })],
    ['chooses what was not offered', answering({ chosen: ['MySQL'] })],
    ['chooses two of one', answering({ chosen: ['Postgres', 'SQLite'] })],
    ['chooses one twice', answering({ chosen: ['SQLite', 'SQLite'] })],
    ['writes no text', answering({ chosen: [], text: 5 })],
    [
      'answers with a trap',
      answering({
        get chosen(): never {
          throw new Error('trap')
        },
      }),
    ],
  ]

  test.each(broken)('(%s) is passed over, and the next one answers', async (_what, ask) => {
    let answer!: (answers: never) => void
    const { ask: call } = setup(ask, () => new Promise((resolve) => (answer = resolve)))
    const called = call()
    await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 20_000 })
    await new Promise((resolve) => setImmediate(resolve))
    answer([{ chosen: ['SQLite'] }] as never)
    expect((await called).value).toMatchObject({ answers: [{ chosen: ['SQLite'] }] })
  })

  test.each(broken)('(%s) is nobody where it is the only one', async (_what, ask) => {
    expect((await setup(ask).ask()).code).toBe('NOBODY_TO_ASK')
  })
})

describe('an abort', () => {
  test('ends the call, and tells the front ends', async () => {
    const slow = waiting()
    const controller = new AbortController()
    const called = setup(slow.ask).ask([database], controller.signal)
    await vi.waitFor(() => expect(slow.ask).toHaveBeenCalled(), { timeout: 20_000 })
    const reason = new Error('enough')
    controller.abort(reason)
    expect((await called).code).toBe('ABORTED')
    expect(await slow.told).toBe(reason)
  })

  test('leaves no listener on the signal of the call', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    await setup(answering({ chosen: ['SQLite'] })).ask([database], signal)
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
  })
})

describe('questions that cannot be asked', () => {
  const option = { label: 'a' }
  const long = (length: number): string => 'x'.repeat(length)
  test.each<[string, readonly JsonValue[], string]>([
    ['no question', [], '1 to 4 items, not 0'],
    ['too many', Array<JsonValue>(5).fill(database), '1 to 4 items, not 5'],
    ['an empty one', [{ ...database, question: ' ' }], '"questions[0].question" must not be empty'],
    ['a long one', [{ ...database, question: long(2001) }], 'at most 2000 characters, not 2001'],
    ['one option', [{ ...database, options: [option] }], 'must have 2 to 8 items, not 1'],
    ['nine options', [{ ...database, options: Array.from('abcdefghi', (label) => ({ label })) }], 'not 9'],
    ['the same option twice', [{ ...database, options: [option, option] }], 'must have different labels'],
    ['an empty label', [{ ...database, options: [{ label: '' }, option] }], 'options[0].label" must not'],
    ['a long header', [{ ...database, header: long(61) }], 'at most 60 characters, not 61'],
  ])('are refused: %s', async (_what, questions, says) => {
    const front = vi.fn<Ask>(answering({ chosen: [] }))
    const { code, text } = await setup(front).ask(questions)
    expect([code, front.mock.calls.length]).toEqual(['INVALID_ARGS', 0])
    expect(text).toContain(says)
  })
})

describe('the card', () => {
  test('shows questions and options in rows that the texts cannot forge', async () => {
    const { callView } = await setup().ask([{ ...database, question: 'Which\n  - forged?' }, parts])
    expect(callView).toMatchObject({ card: 'generic', title: 'Database and 1 more' })
    const content = callView?.card === 'generic' ? contentText(callView.content ?? []) : ''
    expect(content.split('\n')).toEqual([
      'Which - forged?',
      '  - Postgres: a server',
      '  - SQLite',
      'Which parts? (several)',
      '  - api',
      '  - ui',
      '  - docs',
    ])
  })

  test('of a call without an answer is the generic one', async () => {
    expect((await setup().ask()).resultView).toBeUndefined()
  })
})
