import { getEventListeners } from 'node:events'
import type { ModelRequest } from '@millrace/agent'
import type { Message } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { asked, failureOf, modelOf, providers, request, wordsOf } from './support/model-setup.ts'

const png = { type: 'image' as const, data: 'iVBORw0KGgo=', mimeType: 'image/png' }
const tools = [
  {
    name: 'look',
    description: 'Looks.',
    parameters: { type: 'object', properties: { at: { type: 'string' } } },
  },
  { name: 'srv.find', description: 'Finds.', parameters: { type: 'object', properties: {} } },
]
const called: Message[] = [
  { role: 'user', content: 'what is there?' },
  {
    role: 'assistant',
    content: [{ type: 'text', text: 'I look.' }],
    toolCalls: [
      { id: 'a', name: 'look', arguments: '{"at":"b"}' },
      { id: 'b', name: 'srv.find', arguments: '{"n":1234567890123456789}' },
    ],
  },
]

/** A state with everything in it. */
function state(): ModelRequest {
  const messages: Message[] = [
    ...called,
    { role: 'tool', callId: 'a', content: [{ type: 'text', text: 'seen' }, png], isError: false },
    {
      role: 'user',
      content: 'quickly',
      source: { kind: 'plugin', plugin: 'p' },
      meta: { secret: 'host only' },
    },
    { role: 'tool', callId: 'b', content: [], isError: true },
    { role: 'user', content: [{ type: 'text', text: 'and?' }, png] },
  ]
  return request({ tools, messages, settings: { maxOutputTokens: 500, temperature: 0.5 } })
}

describe.each(providers)('a request to %s', (provider) => {
  test('is the same, byte for byte, for the same state', async () => {
    const { model, server } = await modelOf(provider, () => ({ text: 'ok' }))
    await asked(model, state())
    await asked(model, structuredClone(state()))
    expect(server.requests[0]?.body).toBe(server.requests[1]?.body)
  })

  test('grows at its end when the conversation does', async () => {
    const { model, server } = await modelOf(provider, () => ({ text: 'ok' }))
    await asked(model, { ...state(), messages: state().messages.slice(0, 1) })
    await asked(model, state())
    const [first, second] = server.requests.map(({ json }) => json as { messages: unknown[]; tools: unknown })
    const bare = (messages: unknown): string =>
      JSON.stringify(messages).replaceAll(/,"cache_control":\{[^}]*\}/g, '')
    expect(bare(second?.messages).startsWith(bare(first?.messages).slice(0, -1))).toBe(true)
    expect(second?.tools).toEqual(first?.tools)
  })

  test('has results right after their calls, and what was said in between behind them', async () => {
    const { model, server } = await modelOf(provider, [{ text: 'ok' }])
    await asked(model, state())
    const { body } = server.requests[0]!
    const order = ['seen', '(no output)', 'quickly', 'and?'].map((words) => body.indexOf(words))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
  })

  test('has nothing of what is for hosts', async () => {
    const { model, server } = await modelOf(provider, [{ text: 'ok' }])
    await asked(model, state())
    expect(server.requests[0]?.body).not.toContain('host only')
  })

  test('gives back what the model wrote where an exact object cannot', async () => {
    const { model, server } = await modelOf(provider, [{ text: 'ok' }])
    await asked(model, state())
    expect(server.requests[0]?.body).toContain('1234567890123456789')
  })

  test('is never empty of words', async () => {
    const { model, server } = await modelOf(provider, [{ text: 'ok' }])
    await asked(model, request({ system: ' ', messages: [{ role: 'user', content: [] }] }))
    expect(server.requests[0]?.body).toContain('(empty)')
  })

  test('that is given up ends the connection, and keeps what had arrived', async () => {
    const failure = { kind: 'stall', afterChunks: 4 } as const
    const { model, server } = await modelOf(provider, [{ text: 'abcdefgh', pieceUnits: 1, failure }])
    const stop = new AbortController()
    const answer = await model.ask(request(), {
      signal: stop.signal,
      onNews: (news) => news.kind === 'text' && stop.abort(),
    })
    expect(answer.finish).toBe('interrupted')
    expect('abcdefgh').toContain((answer.message.content[0] as { text: string }).text)
    expect(answer.message.toolCalls).toBeUndefined()
    await expect.poll(() => server.requests[0]?.aborted).toBe(true)
  })

  test('is not made where it was given up before', async () => {
    const { model, server } = await modelOf(provider, [])
    const { answer } = await asked(model, request(), AbortSignal.abort())
    expect(answer).toEqual({ message: { role: 'assistant', content: [] }, finish: 'interrupted' })
    expect(server.requests).toHaveLength(0)
  })
})

test('two hundred requests leave nothing on the signal of the session', async () => {
  const { model } = await modelOf('openai', ({ index }) =>
    index % 3 === 0 ? { failure: { kind: 'no-finish' } } : { text: 'ok' },
  )
  const session = new AbortController()
  for (let made = 0; made < 200; made++) await asked(model, request(), session.signal)
  expect(getEventListeners(session.signal, 'abort')).toHaveLength(0)
})

test('what a listener throws ends the request, and reaches whoever asked', async () => {
  const { model, server } = await modelOf('openai', [{ text: 'abc', pieceUnits: 1, delayMs: 5 }])
  const failure = new Error('the log is full')
  const asking = model.ask(request(), {
    signal: new AbortController().signal,
    onNews() {
      throw failure
    },
  })
  await expect(asking).rejects.toBe(failure)
  expect(server.requests).toHaveLength(1)
})

describe('pictures', () => {
  test('of results stand in them for Anthropic', async () => {
    const { model, server } = await modelOf('anthropic', [{ text: 'ok' }])
    await asked(model, state())
    const [, , results] = (server.requests[0]!.json as { messages: { content: unknown[] }[] }).messages
    expect(results?.content[0]).toMatchObject({
      type: 'tool_result',
      content: [
        { type: 'text', text: 'seen' },
        { type: 'image', source: { data: png.data } },
      ],
    })
  })

  test('of results follow in a message for OpenAI', async () => {
    const { model, server } = await modelOf('openai', [{ text: 'ok' }], { pictures: 'messages' })
    await asked(model, state())
    const { messages } = server.requests[0]!.json as { messages: { role: string; content: unknown }[] }
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'user',
      'user',
      'user',
    ])
    expect(JSON.stringify(messages[5])).toContain('data:image/png;base64,')
  })

  test('are words for a model that may not see them', async () => {
    const { model, server } = await modelOf('openai', [{ text: 'ok' }])
    await asked(model, state())
    expect(server.requests[0]?.body).not.toContain(png.data)
    expect(server.requests[0]?.body).toContain('[image, image/png: not shown to this model]')
  })
})

test('Anthropic is told where its cache may begin: behind the system prompt and the last two messages', async () => {
  const { model, server } = await modelOf('anthropic', [{ text: 'ok' }])
  await asked(model, state())
  const { system, messages } = server.requests[0]!.json as { system: unknown; messages: unknown[] }
  expect(JSON.stringify(system)).toContain('"cache_control":{"type":"ephemeral"}')
  expect(server.requests[0]?.body.match(/cache_control/g)).toHaveLength(3)
  expect(JSON.stringify(messages.at(-1))).toContain('cache_control')
})

test('what the package of a provider cannot do is told once', async () => {
  const { model } = await modelOf('anthropic', () => ({ text: 'ok' }))
  const first = await asked(model, request({ settings: { temperature: 5 } }))
  const second = await asked(model, request({ settings: { temperature: 5 } }))
  expect(wordsOf(first.news, 'notice')).toContain('temperature')
  expect(second.news.filter(({ kind }) => kind === 'notice')).toEqual([])
})

test('a request beyond the script fails with words that say so', async () => {
  const { model } = await modelOf('openai', [])
  expect((await failureOf(model)).message).toContain('the script has 0 answers')
})
