import type { ModelNews, ModelRequest } from '@millrace/agent'
import { manualClock } from '@millrace/host'
import { describe, expect, test } from 'vitest'
import { scriptedLanguageModel, scriptedModel, type ScriptStep } from '@millrace/testkit'

const request: ModelRequest = {
  system: 'Be brief.',
  tools: [],
  messages: [{ role: 'user', content: 'Hello' }],
  settings: {},
}

const signal = (): AbortSignal => new AbortController().signal

describe('a scripted model', () => {
  test('streams a text and says that it stopped', async () => {
    const model = scriptedModel(['Good  morning.'])
    const news: ModelNews[] = []
    const answer = await model.ask(request, { signal: signal(), onNews: (item) => news.push(item) })
    expect(news).toEqual([
      { kind: 'text', text: 'Good  ' },
      { kind: 'text', text: 'morning.' },
    ])
    expect(answer).toEqual({
      message: { role: 'assistant', content: [{ type: 'text', text: 'Good  morning.' }] },
      finish: 'stop',
    })
  })

  test('asks for calls, with ids that count and with text that is no JSON', async () => {
    const calls = [
      { name: 'read', arguments: { path: 'a' } },
      { name: 'read', argumentsText: '{"path":' },
      { name: 'read', id: '' },
    ]
    const answer = await scriptedModel([{ calls, usage: { input: 3, output: 2 } }]).ask(request, {
      signal: signal(),
    })
    expect(answer.message.toolCalls).toEqual([
      { id: 'call_1', name: 'read', arguments: '{"path":"a"}' },
      { id: 'call_2', name: 'read', arguments: '{"path":' },
      { id: '', name: 'read', arguments: '{}' },
    ])
    expect([answer.finish, answer.usage]).toEqual(['tool-calls', { input: 3, output: 2 }])
  })

  test('keeps frozen copies of its requests', async () => {
    const model = scriptedModel(['one'])
    const changing = { ...request, messages: [...request.messages] }
    await model.ask(changing, { signal: signal() })
    changing.messages.pop()
    expect(model.requests).toEqual([request])
    expect(Object.isFrozen(model.requests[0]?.messages)).toBe(true)
  })

  test('refuses a request that is no lossless JSON', async () => {
    const settings = { temperature: Number.NaN }
    await expect(scriptedModel(['one']).ask({ ...request, settings }, { signal: signal() })).rejects.toThrow(
      /NaN/,
    )
  })

  test('fails where it is asked more often than it has answers', async () => {
    const model = scriptedModel(['one'])
    expect(model.remaining).toBe(1)
    await model.ask(request, { signal: signal() })
    await expect(model.ask(request, { signal: signal() })).rejects.toMatchObject({
      code: 'SCRIPT_EXHAUSTED',
      message: expect.stringContaining('request 2, and its script has 1 answer;'),
    })
    expect(model.remaining).toBe(0)
  })

  test('refuses an answer with a member that it does not know', async () => {
    const model = scriptedModel([{ txt: 'Hello.' } as ScriptStep])
    await expect(model.ask(request, { signal: signal() })).rejects.toMatchObject({
      code: 'SCRIPT_INVALID',
      message: expect.stringMatching(
        /^answer 1 of the scripted model "script" has the member "txt"; expected text, /,
      ),
    })
  })

  test('throws what the script throws, and what an expectation throws', async () => {
    const broken = new Error('provider is down')
    const strict: ScriptStep = { text: 'x', expect: (asked) => expect(asked.system).toBe('Be long.') }
    const model = scriptedModel([broken, strict])
    await expect(model.ask(request, { signal: signal() })).rejects.toBe(broken)
    await expect(model.ask(request, { signal: signal() })).rejects.toThrow(/Be long/)
  })

  test('answers by a function, or by a generator that hears each next request', async () => {
    const byFunction = scriptedModel((asked, index) => `${asked.messages.length} ${index}`)
    expect((await byFunction.ask(request, { signal: signal() })).message.content).toMatchObject([
      { text: '1 0' },
    ])
    const said = function* (): Generator<ScriptStep, void, ModelRequest> {
      const second = yield 'first'
      yield second.system
    }
    const byGenerator = scriptedModel(said())
    await byGenerator.ask(request, { signal: signal() })
    const answer = await byGenerator.ask(request, { signal: signal() })
    expect(answer.message.content).toMatchObject([{ text: 'Be brief.' }])
  })

  test('keeps what had arrived and drops its calls when it is aborted', async () => {
    const controller = new AbortController()
    const model = scriptedModel([{ text: ['Hal', 'lo'], pieceMs: 1, calls: [{ name: 'read' }] }])
    const answer = await model.ask(request, {
      signal: controller.signal,
      onNews: () => controller.abort(),
    })
    expect(answer).toEqual({
      message: { role: 'assistant', content: [{ type: 'text', text: 'Hal' }] },
      finish: 'interrupted',
    })
  })

  test('waits for an abort where the script says so', async () => {
    const controller = new AbortController()
    const asking = scriptedModel([{ text: 'Working', waitForAbort: true }]).ask(request, {
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(), 1)
    expect((await asking).finish).toBe('interrupted')
  })

  test('waits with the timers that it is given', async () => {
    const clock = manualClock()
    const timers = { sleep: async (ms: number) => clock.advance(ms) }
    await scriptedModel([{ text: 'a b', delayMs: 500, pieceMs: 100 }], { timers }).ask(request, {
      signal: signal(),
    })
    expect(clock.monotonic()).toBe(700)
  })
})

describe('a scripted model of the AI SDK', () => {
  const prompt = { prompt: [] }

  test('streams the parts that a provider would stream', async () => {
    const model = scriptedLanguageModel([
      { reasoning: 'Hm.', text: 'Yes', calls: [{ name: 'read', arguments: { path: 'a' } }] },
    ])
    const { stream } = await model.doStream(prompt)
    const types: string[] = []
    for await (const part of stream) types.push(part.type)
    expect(types).toEqual([
      'stream-start',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-end',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'finish',
    ])
  })

  test('gives the same as one piece', async () => {
    const answer = { text: 'Yes, of course.', calls: [{ name: 'read' }], usage: { input: 9, output: 4 } }
    const generated = await scriptedLanguageModel([answer]).doGenerate(prompt)
    expect(generated).toMatchObject({
      content: [
        { type: 'text', text: 'Yes, of course.' },
        { type: 'tool-call', toolCallId: 'call_1', toolName: 'read', input: '{}' },
      ],
      finishReason: { unified: 'tool-calls' },
      usage: { inputTokens: { total: 9 }, outputTokens: { total: 4 } },
    })
  })

  test('fails a request with an error, and breaks a stream off after its text', async () => {
    const broken = new Error('cut')
    const model = scriptedLanguageModel([broken, { text: 'Half', error: broken }])
    await expect(model.doStream(prompt)).rejects.toBe(broken)
    const reader = (await model.doStream(prompt)).stream.getReader()
    const read = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }
    await expect(read()).rejects.toBe(broken)
  })

  test('ends its stream with the reason of an abort', async () => {
    const controller = new AbortController()
    const model = scriptedLanguageModel([{ text: 'Working', waitForAbort: true }])
    const { stream } = await model.doStream({ ...prompt, abortSignal: controller.signal })
    const reader = stream.getReader()
    controller.abort(new Error('enough'))
    const read = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }
    await expect(read()).rejects.toThrow('enough')
  })

  test('bears a reader that goes away', async () => {
    const model = scriptedLanguageModel([{ text: 'a b c', pieceMs: 1 }])
    const { stream } = await model.doStream(prompt)
    await stream.cancel()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(model.requests).toHaveLength(1)
  })
})
