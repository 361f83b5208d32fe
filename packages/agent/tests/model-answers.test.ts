import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { asked, modelOf, providers, request, wordsOf } from './support/model-setup.ts'

const search = {
  name: 'search',
  description: 'Finds.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
}

describe.each(providers)('an answer of %s', (provider) => {
  test('arrives in pieces, and whole', async () => {
    const { model } = await modelOf(provider, [{ text: 'Grüße, 👋 world', pieceUnits: 3 }])
    const { answer, news } = await asked(model)
    expect(answer.message).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Grüße, 👋 world' }],
    })
    expect(answer.finish).toBe('stop')
    expect(wordsOf(news, 'text')).toBe('Grüße, 👋 world')
  })

  test('is the same however the network cuts it', async () => {
    const script = {
      reasoning: 'hm 🤔',
      text: 'ça va 👋',
      calls: [{ name: 'search', arguments: '{"q":"ü"}' }],
    }
    const { model } = await modelOf(provider, [script, { ...script, splitBytes: 1 }])
    const whole = await asked(model, request({ tools: [search] }))
    const cut = await asked(model, request({ tools: [search] }))
    expect(cut.answer).toEqual(whole.answer)
  })

  test('has calls side by side, in order, with the arguments as they were written', async () => {
    const written = ['{ "q" : "a" }', '{"q":"b"}', '{"id":12345678901234567890}']
    const calls = written.map((text) => ({ name: 'search', arguments: text }))
    const { model } = await modelOf(provider, [{ text: 'looking', calls, pieceUnits: 4 }])
    const { answer } = await asked(model, request({ tools: [search] }))
    expect(answer.finish).toBe('tool-calls')
    expect(answer.message.toolCalls?.map((call) => call.arguments)).toEqual(written)
    expect(answer.message.toolCalls?.map((call) => call.id)).toEqual(['call_1', 'call_2', 'call_3'])
  })

  test('keeps arguments that are no JSON, and the next request goes through', async () => {
    const { model, server } = await modelOf(provider, [
      { calls: [{ name: 'search', arguments: '{"q": oops' }] },
      { text: 'sorry' },
    ])
    const tools = [search]
    const { answer } = await asked(model, request({ tools }))
    expect(answer.message.toolCalls?.[0]?.arguments).toBe('{"q": oops')
    const result = { role: 'tool' as const, callId: 'call_1', content: [], isError: true }
    await asked(model, request({ tools, messages: [...request().messages, answer.message, result] }))
    expect(server.requests[1]?.body).toContain('oops')
  })

  verifies(
    ['fault:B001'],
    'has a call without arguments, which are an empty object when they go back',
    async () => {
      const { model, server } = await modelOf(provider, [
        { calls: [{ name: 'search', arguments: '' }] },
        { text: 'done' },
      ])
      const tools = [search]
      const { answer } = await asked(model, request({ tools }))
      expect(['', '{}']).toContain(answer.message.toolCalls?.[0]?.arguments)
      const result = { role: 'tool' as const, callId: 'call_1', content: [], isError: false }
      await asked(model, request({ tools, messages: [...request().messages, answer.message, result] }))
      const sent = server.requests[1]?.body ?? ''
      expect(sent.includes('"arguments":"{}"') || sent.includes('"input":{}')).toBe(true)
    },
  )

  test('says what it used, with what came from the cache', async () => {
    const usage = { input: 1200, output: 30, cachedInput: 1000 }
    const { model } = await modelOf(provider, [{ text: 'ok', usage }])
    const { answer } = await asked(model)
    expect(answer.usage).toMatchObject(usage)
  })

  test.each(['length', 'content-filter'] as const)('tells that it ended by %s', async (finish) => {
    const { model } = await modelOf(provider, [{ text: 'half', finish }])
    expect((await asked(model)).answer.finish).toBe(finish)
  })

  test('leaves out a call that the limit cut before its arguments, and says so', async () => {
    const calls = [
      { name: 'search', arguments: '{"q":"a"}' },
      { name: 'search', arguments: '' },
    ]
    const { model } = await modelOf(provider, [{ calls, finish: 'length' }])
    const { answer, news } = await asked(model, request({ tools: [search] }))
    expect(answer.message.toolCalls).toHaveLength(1)
    expect(wordsOf(news, 'notice')).toContain('before the arguments of search')
  })

  test('names a tool as we do, whatever the provider calls it', async () => {
    const dotted = { ...search, name: 'admin.tools/list' }
    const { model, server } = await modelOf(provider, ({ json }) => {
      const [tool] = (json as { tools: { name?: string; function?: { name: string } }[] }).tools
      return { calls: [{ name: tool?.name ?? tool?.function?.name ?? '', arguments: '{}' }] }
    })
    const { answer } = await asked(model, request({ tools: [dotted] }))
    expect(answer.message.toolCalls?.[0]?.name).toBe('admin.tools/list')
    expect(server.requests[0]?.body).not.toContain('admin.tools')
  })
})

describe('reasoning', () => {
  test('goes back to DeepSeek', async () => {
    const { model, server } = await modelOf('deepseek', [
      { reasoning: 'think hard', text: 'a' },
      { text: 'b' },
    ])
    const { answer, news } = await asked(model)
    expect(wordsOf(news, 'reasoning')).toBe('think hard')
    const messages = [...request().messages, answer.message, { role: 'user' as const, content: 'more' }]
    await asked(model, request({ messages }))
    const sent = server.requests[1]?.json as { messages: { role: string; reasoning_content?: string }[] }
    expect(sent.messages.find(({ role }) => role === 'assistant')?.reasoning_content).toBe('think hard')
  })

  test('goes back to Anthropic with its signature', async () => {
    const script = { reasoning: 'think hard', signature: 'c2ln', text: 'a', pieceUnits: 4 }
    const { model, server } = await modelOf('anthropic', [script, { text: 'b' }])
    const { answer } = await asked(model)
    const messages = [...request().messages, answer.message, { role: 'user' as const, content: 'more' }]
    await asked(model, request({ messages }))
    const sent = server.requests[1]?.json as { messages: { role: string; content: unknown[] }[] }
    expect(sent.messages[1]?.content[0]).toEqual({
      type: 'thinking',
      thinking: 'think hard',
      signature: 'c2ln',
    })
  })

  test('of one provider is not sent to another one', async () => {
    const from = await modelOf('deepseek', [{ reasoning: 'private', text: 'a' }])
    const to = await modelOf('openai', [{ text: 'b' }])
    const { answer } = await asked(from.model)
    const messages = [...request().messages, answer.message, { role: 'user' as const, content: 'more' }]
    await asked(to.model, request({ messages }))
    expect(to.server.requests[0]?.body).not.toContain('private')
  })
})
