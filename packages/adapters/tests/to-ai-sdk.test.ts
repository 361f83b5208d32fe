import { text, type JsonValue } from '@millrace/protocol'
import { defineTool } from '@millrace/tools'
import { generateText, stepCountIs, streamText, type ToolSet } from 'ai'
import { MockLanguageModelV3, convertArrayToReadableStream } from 'ai/test'
import { describe, expect, test, vi } from 'vitest'
import { toAISDK, turnConcluded, type AISDKOutput } from '@millrace/adapters'
import { verifies } from '../../../tests/spec/verifies.ts'
import { Diary, giving, mixed, pixel, setup } from './support/setup.ts'

type Content = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>['content']
type Stream = Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream']
type StreamPart = Stream extends ReadableStream<infer P> ? P : never

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that makes the calls, and then says "done". */
function calling(...calls: [name: string, input: JsonValue | string][]): MockLanguageModelV3 {
  const content: Content = calls.map(([toolName, input], index) => ({
    type: 'tool-call',
    toolCallId: `c${index}`,
    toolName,
    input: typeof input === 'string' ? input : JSON.stringify(input),
  }))
  const answers: Content[] = [content, [{ type: 'text', text: 'done' }]]
  let step = 0
  const next = (): Content => answers[step++] ?? [{ type: 'text', text: 'done' }]
  const reasonOf = (parts: Content) => {
    const unified = parts.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop'
    return { unified, raw: undefined } as const
  }
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const parts = next()
      return { content: parts, finishReason: reasonOf(parts), usage, warnings: [] }
    },
    doStream: async () => {
      const parts = next()
      const pieces = parts.flatMap((part): StreamPart[] => {
        if (part.type === 'tool-call') return [part]
        const words = part.type === 'text' ? part.text : ''
        return [
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: words },
          { type: 'text-end', id: 't' },
        ]
      })
      const end: StreamPart = { type: 'finish', finishReason: reasonOf(parts), usage }
      return { stream: convertArrayToReadableStream([...pieces, end]) }
    },
  })
}

/** What the model was told of the results of the first step. */
function told(model: MockLanguageModelV3): unknown[] {
  const { prompt = [] } = model.doGenerateCalls[1] ?? model.doStreamCalls[1] ?? {}
  return prompt.flatMap((message) =>
    message.role === 'tool' ? message.content.flatMap((part) => ('output' in part ? [part.output] : [])) : [],
  )
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

const prompt = 'Go.'
const stopWhen = [stepCountIs(3), turnConcluded]

describe('toAISDK', () => {
  test('tells a model of tools, schemas as they are', async () => {
    const model = calling()
    await generateText({ model, prompt, tools: toAISDK(setup(giving('dotted.name', []))) })
    expect(model.doGenerateCalls[0]?.tools).toMatchObject([
      { name: expect.stringMatching(/^dotted_name_[0-9a-f]{8}$/) },
      { name: 'forbidden' },
      {
        name: 'greet',
        description: 'Greets somebody by name.',
        inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    ])
    const last = model.doGenerateCalls[0]?.tools?.at(-1)
    expect(last).not.toHaveProperty('inputSchema.additionalProperties')
  })

  test('makes calls in its loop, and tells the model of each end', async () => {
    const tools = setup(giving('paint', mixed), giving('broken', new Error('out of paper')))
    const model = calling(
      ['greet', { name: 'Ada' }],
      ['paint', {}],
      ['broken', {}],
      ['forbidden', {}],
      ['greet', { name: 1 }],
    )
    const { text: words, steps } = await generateText({ model, prompt, stopWhen, tools: toAISDK(tools) })
    expect(words).toBe('done')
    expect(told(model)).toMatchObject([
      { type: 'text', value: 'Hello, Ada!' },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'A pixel:' },
          { type: 'image-data', data: pixel, mediaType: 'image/png' },
          { type: 'text', text: '[image, image/bmp: not shown to this model]' },
          { type: 'text', text: '[resource a: https://example.com/a]' },
        ],
      },
      { type: 'error-text', value: 'Error: out of paper' },
      { type: 'execution-denied', reason: 'Error: not on my watch' },
      { type: 'error-text', value: expect.stringContaining('"name" must be a string') },
    ])
    const outputs = steps[0]?.toolResults.map(({ output }) => output as AISDKOutput) ?? []
    expect(outputs.map(({ status }) => status)).toEqual(['done', 'done', 'failed', 'denied', 'failed'])
    expect(outputs[0]).not.toHaveProperty('value')
    expect(JSON.parse(JSON.stringify(outputs))).toEqual(outputs)
  })

  verifies(['fault:B004'], 'refuses an integer that its parser has rounded', async () => {
    const body = vi.fn(async () => null)
    const tools = setup({ ...giving('count', []), execute: body })
    const model = calling(['count', '{"id":12345678901234567891}'])
    await generateText({ model, prompt, stopWhen, tools: toAISDK(tools) })
    expect(told(model)).toMatchObject([
      { type: 'error-text', value: expect.stringContaining('may have been rounded') },
    ])
    expect(body).not.toHaveBeenCalled()
  })

  test('gives the value where it is asked for', async () => {
    const { greet } = toAISDK(setup(), { values: true })
    const options = { toolCallId: '1', messages: [] }
    expect(await greet?.execute({ name: 'Ada' }, options)).toMatchObject({
      status: 'done',
      value: 'Hello, Ada!',
    })
    expect(await greet?.execute({}, { toolCallId: '2' })).not.toHaveProperty('value')
  })

  test('adds what calls add to the conversation, and stops where one concludes the turn', async () => {
    const narrate = defineTool({
      name: 'narrate',
      description: 'Adds to the conversation.',
      parameters: { end: { type: 'boolean', required: true } },
      output: { schema: { type: 'null' }, render: () => [text('noted')] },
      execute: async ({ end }, exec) => {
        exec.deferContext({ role: 'user', content: 'remember the milk' })
        if (end) exec.concludeTurn()
        return null
      },
    })
    const model = calling(['narrate', { end: false }])
    await generateText({ model, prompt, stopWhen, tools: toAISDK(setup(narrate)) })
    expect(told(model)).toMatchObject([{ type: 'text', value: 'noted\nremember the milk' }])
    const last = calling(['narrate', { end: true }])
    const { steps } = await generateText({ model: last, prompt, stopWhen, tools: toAISDK(setup(narrate)) })
    expect(steps).toHaveLength(1)
  })

  test('runs alone what must, within one answer and not beyond it', async () => {
    const diary = new Diary()
    const tools = toAISDK(setup(diary.tool('write', false)))
    const { signal: abortSignal, abort } = abortable()
    const model = calling(['write', {}], ['write', {}])
    const first = generateText({ model, prompt, stopWhen, tools, abortSignal })
    await expect.poll(() => diary.lines).toEqual(['c0 begins'])
    const second = generateText({ model: calling(['write', {}]), prompt, stopWhen, tools })
    await expect.poll(() => diary.lines).toEqual(['c0 begins', 'c0 begins'])
    diary.release('c0')
    await second
    expect(diary.lines).not.toContain('c1 begins')
    expect(diary.lines).toHaveLength(3)
    abort()
    await expect(first).rejects.toThrow('abort')
    expect(diary.lines.slice(3)).toEqual(['c0 ends'])
  })

  test('refuses a second call with the id of one before it', async () => {
    const body = vi.fn(async () => null)
    const { count } = toAISDK(setup({ ...giving('count', [text('1')]), execute: body }))
    const messages: unknown[] = []
    const options = { toolCallId: '1', messages }
    expect(await count?.execute({}, options)).toMatchObject({ status: 'done' })
    expect(await count?.execute({}, options)).toMatchObject({
      status: 'failed',
      error: { info: { code: 'DUPLICATE_CALL_ID' } },
    })
    expect(body).toHaveBeenCalledTimes(1)
  })

  test('lets a body call a tool of the same answer without waiting for itself', async () => {
    const messages: unknown[] = []
    const outer = { ...giving('outer', [text('out')]), execute: vi.fn() }
    const set = toAISDK(setup(outer))
    outer.execute.mockImplementation(async () => {
      await set['greet']?.execute({ name: 'Ada' }, { toolCallId: '2', messages })
      await set['forbidden']?.execute({}, { toolCallId: '3', messages })
      return null
    })
    expect(await set['outer']?.execute({}, { toolCallId: '1', messages })).toMatchObject({ status: 'done' })
  })

  test('cancels a call by the signal of the loop', async () => {
    const diary = new Diary()
    const controller = new AbortController()
    const { write } = toAISDK(setup(diary.tool('write', false)))
    const output = write?.execute({}, { toolCallId: '1', abortSignal: controller.signal, messages: [] })
    await expect.poll(() => diary.lines).toEqual(['1 begins'])
    controller.abort()
    expect(await output).toMatchObject({ status: 'failed', error: { info: { code: 'ABORTED' } } })
  })

  test('works in a stream', async () => {
    const model = calling(['greet', { name: 'Ada' }], ['forbidden', {}])
    const { text: words } = streamText({ model, prompt, stopWhen, tools: toAISDK(setup()) })
    expect(await words).toBe('done')
    expect(told(model)).toMatchObject([{ type: 'text', value: 'Hello, Ada!' }, { type: 'execution-denied' }])
  })

  test('speaks the words of version 5, which asks with the output alone', async () => {
    const { greet, forbidden, paint } = toAISDK(setup(giving('paint', mixed)))
    const output = async (tool: typeof greet, input: unknown): Promise<unknown> =>
      tool?.toModelOutput(await tool.execute(input, { toolCallId: '1' }))
    expect(await output(greet, { name: 'Ada' })).toEqual({ type: 'text', value: 'Hello, Ada!' })
    expect(await output(forbidden, {})).toEqual({ type: 'error-text', value: 'Error: not on my watch' })
    expect(await output(paint, {})).toMatchObject({
      type: 'content',
      value: [
        { type: 'text' },
        { type: 'media', mediaType: 'image/png' },
        { type: 'text' },
        { type: 'text' },
      ],
    })
  })

  test('takes nothing for an output that is none, as histories come back from browsers', () => {
    const { greet } = toAISDK(setup())
    for (const output of [
      undefined,
      null,
      'x',
      { status: 'done' },
      { status: 'done', content: [null] },
      { status: 'done', content: [{ type: 'text' }] },
      { status: 'done', content: [{ type: 'image', data: 1, mimeType: 'image/png' }] },
      { status: 'done', content: [{ type: 'resource' }] },
      { status: 'done', content: [], contexts: [{ content: 1 }] },
      { status: 'gone', content: [] },
    ]) {
      expect(greet?.toModelOutput({ toolCallId: '1', input: {}, output })).toMatchObject({
        type: 'error-text',
      })
    }
  })

  test('has names that mean nothing else', () => {
    const set = toAISDK(setup(giving('__proto__', []), giving('constructor', [])))
    expect(Object.keys(set)).toEqual(['__proto__', 'constructor', 'forbidden', 'greet'])
    expect(set['toString']).toBeUndefined()
  })

  test('is a tool set to the compiler', () => {
    const set: ToolSet = toAISDK(setup())
    expect(Object.keys(set)).toContain('greet')
  })
})
