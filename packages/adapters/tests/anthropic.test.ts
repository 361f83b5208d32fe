import { text } from '@millrace/protocol'
import { createScope } from '@millrace/scope'
import { createTools } from '@millrace/tools'
import { describe, expect, test, vi } from 'vitest'
import { callAnthropic, toAnthropic } from '@millrace/adapters'
import { verifies } from '../../../tests/spec/verifies.ts'
import { giving, greet, mixed, pixel, setup } from './support/setup.ts'

const use = (id: string, name: string, input: unknown = {}) => ({ type: 'tool_use', id, name, input })

describe('toAnthropic', () => {
  test('tells of visible tools under names that the API takes', () => {
    const [dotted, , told] = toAnthropic(setup(giving('dotted.name', [])))
    expect(told).toEqual({
      name: 'greet',
      description: 'Greets somebody by name.',
      input_schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    })
    expect(dotted?.name).toMatch(/^dotted_name_[0-9a-f]{8}$/)
  })

  test('holds the restrictions of an agent, for the list and for calls', async () => {
    const tools = createTools({ tools: [greet, giving('hidden', [text('seen')])] })
    const agent = {}
    createScope(tools.ctx, agent).ctx.tools.restrict({ deny: ['hidden'] })
    expect(toAnthropic(tools, { agent }).map(({ name }) => name)).toEqual(['greet'])
    const { messages } = await callAnthropic(tools, [use('1', 'hidden')], { agent })
    expect(messages[0]?.content[0]).toMatchObject({ is_error: true })
    expect(JSON.stringify(messages)).toContain('unknown tool')
  })
})

describe('callAnthropic', () => {
  test('answers in one message, with pictures', async () => {
    const tools = setup(giving('paint', mixed))
    const content = [
      { type: 'text', text: 'I paint.' },
      use('1', 'paint'),
      use('2', 'greet', { name: 'Ada' }),
    ]
    expect(await callAnthropic(tools, content)).toEqual({
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: '1',
              content: [
                { type: 'text', text: 'A pixel:' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
                { type: 'text', text: '[image, image/bmp: not shown to this model]' },
                { type: 'text', text: '[resource a: https://example.com/a]' },
              ],
              is_error: false,
            },
            {
              type: 'tool_result',
              tool_use_id: '2',
              content: [{ type: 'text', text: 'Hello, Ada!' }],
              is_error: false,
            },
          ],
        },
      ],
      concludesTurn: false,
    })
    expect(await callAnthropic(tools, [{ type: 'text' }])).toEqual({ messages: [], concludesTurn: false })
  })

  test('marks failures, and shows no pictures in them', async () => {
    const tools = setup(giving('paint', mixed), giving('blank', [text(' ')]))
    tools.ctx.on('tools/post-execute', async (call, _result, next) =>
      call.name === 'paint' ? { kind: 'block', feedback: mixed } : next(),
    )
    const { messages } = await callAnthropic(tools, [
      use('1', 'paint'),
      use('2', 'forbidden'),
      use('3', 'greet', 'Ada'),
      use('4', 'blank'),
    ])
    const results = messages[0]?.content ?? []
    expect(results).toMatchObject([
      {
        is_error: true,
        content: [{ type: 'text', text: expect.stringContaining('not shown to this model') }],
      },
      { is_error: true, content: [{ type: 'text', text: 'Error: not on my watch' }] },
      { is_error: true, content: [{ type: 'text', text: expect.stringContaining('invalid arguments') }] },
      { is_error: false, content: [{ type: 'text', text: '(no output)' }] },
    ])
  })

  verifies(['fault:B004'], 'refuses an integer that was rounded before it came here', async () => {
    const body = vi.fn(async () => null)
    const tools = setup({ ...giving('count', []), execute: body })
    const input: unknown = JSON.parse('{"deep":[{"id":12345678901234567891}]}')
    const { messages } = await callAnthropic(tools, [use('1', 'count', input)])
    expect(messages[0]?.content[0]).toMatchObject({ is_error: true })
    expect(JSON.stringify(messages)).toContain('may have been rounded on its way here; write it as a string')
    expect(body).not.toHaveBeenCalled()
  })
})
