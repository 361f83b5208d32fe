import type { McpAnswer, McpQuestionField } from '@millrace/mcp'
import { QuestionBoard, type Answer, type PutQuestion } from '@millrace/toolbox'
import { describe, expect, test } from 'vitest'
import { serverQuestions } from './server-questions.ts'

/** What a person makes of the fields of a server, and what she was asked. */
async function filled(
  fields: readonly McpQuestionField[],
  ...given: readonly Answer[]
): Promise<{ answer: McpAnswer; asked: readonly string[]; put: readonly PutQuestion[] }> {
  const board = new QuestionBoard()
  const answers = [{ chosen: ['answer it'] }, ...given]
  const asked: string[] = []
  const put: PutQuestion[] = []
  board.attach({
    ask: (questions) => {
      asked.push(questions[0]?.question ?? '')
      put.push(...questions)
      return Promise.resolve(answers.splice(0, 1))
    },
  })
  const question = { kind: 'form', server: 's', message: 'Who?', fields } as const
  return { answer: await serverQuestions(board).ask(question, new AbortController().signal), asked, put }
}

const typed = (text: string): Answer => ({ chosen: [], text })
const none: Answer = { chosen: [] }
const days = { name: 'days', type: 'choices', options: [{ value: 'mo', title: 'Monday' }] } as const

describe('what a person tells a server', () => {
  test.each<[Omit<McpQuestionField, 'name' | 'required'>, string, string, unknown]>([
    [{ type: 'text', limits: { format: 'email' } }, 'ada', 'ada@example.com', 'ada@example.com'],
    [{ type: 'text', limits: { format: 'uri' } }, 'example', 'https://example.com', 'https://example.com'],
    [{ type: 'text', limits: { format: 'date' } }, '2026-02-30', '2026-02-28', '2026-02-28'],
    [
      { type: 'text', limits: { format: 'date-time' } },
      '2026-12-31',
      '2026-12-31T09:30:00Z',
      '2026-12-31T09:30:00Z',
    ],
    [{ type: 'text', limits: { minLength: 2, maxLength: 3 } }, 'a', '😀😀', '😀😀'],
    [{ type: 'text', limits: { maxLength: 1 } }, 'ab', 'a', 'a'],
    [{ type: 'integer', limits: { minimum: 1, maximum: 9 } }, '10', '9', 9],
    [{ type: 'number', limits: { minimum: 0.5 } }, '0.25', '0.5', 0.5],
  ])('is asked for again where %j does not take it', async (field, wrong, right, value) => {
    const { answer, asked } = await filled(
      [{ name: 'f', required: true, ...field }],
      typed(wrong),
      typed(right),
    )
    expect(answer).toEqual({ action: 'accept', content: { f: value } })
    expect(asked.slice(2)).toEqual([
      expect.stringMatching(/^(It has to be|In characters, it has to be) .*\.\nf$/),
    ])
  })

  test('is a refusal where it fits no better the third time', async () => {
    const field = { name: 'f', type: 'text', required: false, limits: { minLength: 2 } } as const
    const { answer, asked } = await filled([field], typed('a'), typed('b'), typed('c'))
    expect([answer, asked.length]).toEqual([{ action: 'decline' }, 4])
  })

  test('leaves a list out of which nothing was chosen and some has to be', async () => {
    const limits = { minItems: 1 }
    expect((await filled([{ ...days, required: false, limits }], none)).answer).toEqual({
      action: 'accept',
      content: {},
    })
    expect((await filled([{ ...days, required: false }], none)).answer).toEqual({
      action: 'accept',
      content: { days: [] },
    })
    const needed = await filled([{ ...days, required: true, limits }], none, { chosen: ['Monday'] })
    expect([needed.answer, needed.asked.at(-1)]).toEqual([
      { action: 'accept', content: { days: ['mo'] } },
      'Choose at least 1.\ndays',
    ])
  })

  test.each<[Omit<McpQuestionField, 'name'>, readonly string[], unknown]>([
    [{ type: 'text', required: true, default: 'Ada' }, ['Ada'], { f: 'Ada' }],
    [{ type: 'text', required: true, default: 'refuse' }, ['"refuse"'], { f: 'refuse' }],
    [{ type: 'text', required: true, default: '' }, ['""'], { f: '' }],
    [{ type: 'number', required: false, default: 0.5 }, ['0.5'], { f: 0.5 }],
    [{ type: 'integer', required: false }, ['leave it out'], {}],
    [{ type: 'boolean', required: true, default: false }, ['no'], { f: false }],
    [{ ...days, required: true, default: ['mo'] }, ['Monday'], { f: ['mo'] }],
    [{ ...days, type: 'choice', required: true, default: 'mo' }, ['Monday'], { f: 'mo' }],
  ])('is by default what %j gives', async (field, byDefault, content) => {
    const { answer, put } = await filled([{ ...field, name: 'f' }], { chosen: byDefault })
    expect([put[1]?.byDefault, answer]).toEqual([byDefault, { action: 'accept', content }])
    expect(put[1]?.header).toBe('s, field 1 of 1')
  })

  test('is nothing by default where the server gives nothing that fits', async () => {
    for (const given of [undefined, 7, 'x'.repeat(5000)]) {
      const field = { name: 'f', type: 'text', required: true } as const
      const { put } = await filled([{ ...field, ...(given !== undefined && { default: given }) }], typed('a'))
      expect(put[1]).toMatchObject({
        byDefault: [],
        options: [{ label: 'refuse' }],
        typed: { escape: 'refuse' },
      })
    }
  })
})
