import { text } from '@millrace/protocol'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { describe, expect, test, vi } from 'vitest'
import { callOpenAI, callOpenAIResponses, toOpenAI, toOpenAIResponses } from '@millrace/adapters'
import { verifies } from '../../../tests/spec/verifies.ts'
import { Diary, giving, mixed, pixel, setup } from './support/setup.ts'

const called = (id: string, name: string, args = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

function narrating(): ToolDefinition {
  return defineTool({
    name: 'narrate',
    description: 'Adds to the conversation, and ends the turn.',
    parameters: {},
    output: { schema: { type: 'null' }, render: () => [] },
    execute: async (_args, exec) => {
      exec.deferContext({ role: 'user', content: 'remember the milk' })
      exec.concludeTurn()
      return null
    },
  })
}

describe('toOpenAI', () => {
  test('tells of visible tools in either shape, schemas as they are', () => {
    const tools = setup(giving('dotted.name', []))
    const [dotted, , told] = toOpenAI(tools)
    expect(told).toEqual({
      type: 'function',
      function: {
        name: 'greet',
        description: 'Greets somebody by name.',
        parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    })
    expect(dotted?.function.name).toMatch(/^dotted_name_[0-9a-f]{8}$/)
    expect(toOpenAIResponses(tools)[2]).toEqual({ type: 'function', ...told?.function, strict: false })
  })

  test('tells of them in the same bytes, whichever server answered first', () => {
    const [a, b, c] = [giving('mcp__x__a', []), giving('mcp__y__b', []), giving('c', [])]
    const told = [setup(a, b, c), setup(c, b, a)].map((tools) => JSON.stringify(toOpenAI(tools)))
    expect(told[0]).toBe(told[1])
  })

  test('gives copies that a client may change', () => {
    const tools = setup()
    const [first] = toOpenAI(tools)
    if (first !== undefined) first.function.parameters['additionalProperties'] = false
    expect(toOpenAI(tools)[0]?.function.parameters).not.toHaveProperty('additionalProperties')
  })
})

describe('callOpenAI', () => {
  test('answers each call in the order of the calls', async () => {
    const tools = setup(giving('dotted.name', [text('found')]))
    const dotted = toOpenAI(tools)[0]?.function.name ?? ''
    const { messages, concludesTurn } = await callOpenAI(tools, [
      called('1', dotted),
      called('2', 'greet', '{"name":"Ada"}'),
    ])
    expect(messages).toEqual([
      { role: 'tool', tool_call_id: '1', content: 'found' },
      { role: 'tool', tool_call_id: '2', content: 'Hello, Ada!' },
    ])
    expect(concludesTurn).toBe(false)
    expect(await callOpenAI(tools, undefined)).toEqual({ messages: [], concludesTurn: false })
  })

  verifies(
    ['fault:B004'],
    'answers failures, denials and bad arguments, and runs nothing for them',
    async () => {
      const body = vi.fn(async () => null)
      const tools = setup(
        { ...giving('count', []), execute: body },
        giving('broken', new Error('out of paper')),
      )
      const { messages } = await callOpenAI(tools, [
        called('1', 'broken'),
        called('2', 'forbidden'),
        called('3', 'nowhere'),
        called('4', 'greet', '{"name":1}'),
        called('5', 'count', '{"id": 12345678901234567890}'),
        called('6', 'count', '{"id":'),
        { id: '7', type: 'custom' },
      ])
      expect(messages.map((message) => 'tool_call_id' in message && message.tool_call_id)).toEqual([
        '1',
        '2',
        '3',
        '4',
        '5',
        '6',
        '7',
      ])
      const words = messages.map(({ content }) => content)
      expect(words[0]).toBe('Error: out of paper')
      expect(words[1]).toBe('Error: not on my watch')
      expect(words[2]).toContain('unknown tool "nowhere"')
      expect(words[3]).toContain('"name" must be a string')
      expect(words[4]).toMatch(
        /12345678901234567890.*; nothing was run; expected one JSON object of this schema/,
      )
      expect(words[5]).toContain('not exact JSON')
      expect(words[6]).toContain('calls of type "custom" are not made here')
      expect(body).not.toHaveBeenCalled()
    },
  )

  test('puts pictures and what calls add into a message behind the results', async () => {
    const tools = setup(giving('paint', mixed), narrating())
    const { messages, concludesTurn } = await callOpenAI(tools, [
      called('1', 'paint'),
      called('2', 'narrate'),
    ])
    expect(messages).toEqual([
      {
        role: 'tool',
        tool_call_id: '1',
        content:
          'A pixel:\n[image, image/png: shown after the results]\n[image, image/bmp: not shown to this model]\n[resource a: https://example.com/a]',
      },
      { role: 'tool', tool_call_id: '2', content: '(no output)' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Images of the result of 1:' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
          { type: 'text', text: 'remember the milk' },
        ],
      },
    ])
    expect(concludesTurn).toBe(true)
  })

  test('runs no call of an id that stands twice, and gives it one answer', async () => {
    const body = vi.fn(async () => null)
    const tools = setup({ ...giving('count', []), execute: body })
    const { messages } = await callOpenAI(tools, [
      called('1', 'count'),
      called('2', 'greet', '{"name":"Ada"}'),
      called('1', 'count'),
    ])
    expect(messages).toHaveLength(2)
    expect(messages[0]).toMatchObject({
      tool_call_id: '1',
      content: expect.stringContaining('has the id "1"'),
    })
    expect(body).not.toHaveBeenCalled()
  })

  test('refuses a call without an id before anything runs', async () => {
    const body = vi.fn(async () => null)
    const tools = setup({ ...giving('count', []), execute: body })
    await expect(callOpenAI(tools, [called('1', 'count'), called('', 'count')])).rejects.toMatchObject({
      code: 'CALL_ID_MISSING',
    })
    expect(body).not.toHaveBeenCalled()
  })

  test('lets calls overlap that may, and runs the others alone', async () => {
    const diary = new Diary()
    const tools = setup(diary.tool('read', true), diary.tool('write', false))
    const names = ['read', 'read', 'write', 'read']
    const answers = callOpenAI(
      tools,
      names.map((name, index) => called(`${index}`, name)),
    )
    await expect.poll(() => diary.lines).toEqual(['0 begins', '1 begins'])
    diary.release('1')
    diary.release('0')
    await expect.poll(() => diary.lines.at(-1)).toBe('2 begins')
    diary.release('2')
    await expect.poll(() => diary.lines.at(-1)).toBe('3 begins')
    diary.release('3')
    await answers
    expect(diary.lines.slice(2)).toEqual(['1 ends', '0 ends', '2 begins', '2 ends', '3 begins', '3 ends'])
  })

  test('gives every call a result when the caller gives up', async () => {
    const diary = new Diary()
    const tools = setup(diary.tool('write', false))
    const controller = new AbortController()
    const answers = callOpenAI(tools, [called('1', 'write'), called('2', 'write')], {
      signal: controller.signal,
    })
    await expect.poll(() => diary.lines).toEqual(['1 begins'])
    controller.abort()
    const { messages } = await answers
    expect(messages.map(({ content }) => content)).toEqual([
      'Error: tool call aborted',
      'Error: tool call aborted before dispatch',
    ])
    expect(diary.lines).toEqual(['1 begins', '1 ends'])
  })
})

describe('callOpenAIResponses', () => {
  test('answers the calls of a response, pictures within their results', async () => {
    const tools = setup(giving('paint', mixed), narrating())
    const { items, concludesTurn } = await callOpenAIResponses(tools, [
      { type: 'reasoning' },
      ...['paint', 'narrate'].map((name, index) => ({
        type: 'function_call',
        call_id: `${index}`,
        name,
        arguments: '',
      })),
    ])
    expect(items).toEqual([
      {
        type: 'function_call_output',
        call_id: '0',
        output: [
          { type: 'input_text', text: 'A pixel:' },
          { type: 'input_image', image_url: `data:image/png;base64,${pixel}`, detail: 'auto' },
          { type: 'input_text', text: '[image, image/bmp: not shown to this model]' },
          { type: 'input_text', text: '[resource a: https://example.com/a]' },
        ],
      },
      { type: 'function_call_output', call_id: '1', output: '(no output)' },
      { role: 'user', content: [{ type: 'input_text', text: 'remember the milk' }] },
    ])
    expect(concludesTurn).toBe(true)
  })
})
