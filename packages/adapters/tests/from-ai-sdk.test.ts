import type { ToolExecutionResult, ToolRuntime } from '@millrace/tools'
import { createTools } from '@millrace/tools'
import { toJsonSchema } from '@valibot/to-json-schema'
import { dynamicTool, jsonSchema, tool, zodSchema, type ToolSet } from 'ai'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { fromAISDK, toAISDK, type AISDKForeignTool, type FromAISDKOptions } from '@millrace/adapters'
import { pixel } from './support/setup.ts'

type Body = (input: never, options: never) => unknown
type ToOutput = NonNullable<AISDKForeignTool['toModelOutput']>

/** A tool without parameters, around a body. */
function around(execute: Body | undefined, more: Partial<AISDKForeignTool> = {}): AISDKForeignTool {
  return { description: 'd', inputSchema: jsonSchema({ type: 'object' }), execute, ...more }
}

async function registered(
  set: Record<string, AISDKForeignTool>,
  options: FromAISDKOptions = {},
): Promise<{ tools: ToolRuntime; undo: () => void }> {
  const tools = createTools()
  return { tools, undo: await fromAISDK(tools, set, options) }
}

let calls = 0

function call(
  tools: ToolRuntime,
  name: string,
  args: unknown = {},
  signal = new AbortController().signal,
): Promise<ToolExecutionResult> {
  return tools.execute({ callId: `${calls++}`, name, arguments: args, signal })
}

/** The result of a tool without parameters whose body gives this. */
async function resultOf(output: unknown, more: Partial<AISDKForeignTool> = {}): Promise<ToolExecutionResult> {
  const { tools } = await registered({ t: around(async () => output, more) })
  return call(tools, 't')
}

describe('the schemas of fromAISDK', () => {
  test('come from zod, from jsonSchema, from zodSchema and from a function', async () => {
    const set: ToolSet = {
      zod: tool({
        description: 'Adds.',
        inputSchema: z.object({ a: z.number(), b: z.number().default(2) }),
        execute: async ({ a, b }) => a + b,
      }),
      json: dynamicTool({
        description: 'Repeats.',
        inputSchema: jsonSchema({
          type: 'object',
          properties: { text: { type: 'string', minLength: 2 } },
          required: ['text'],
        }),
        execute: async (input) => input,
      }),
      wrapped: tool({ inputSchema: zodSchema(z.object({ a: z.number() })), execute: async ({ a }) => a }),
      lazy: tool({
        inputSchema: () => jsonSchema<{ a: 1 }>({ type: 'object' }),
        execute: async ({ a }) => a,
      }),
    }
    const { tools } = await registered(set)
    expect(tools.schemas()).toMatchObject([
      { name: 'zod', description: 'Adds.', parameters: { type: 'object', required: ['a'] } },
      { name: 'json', parameters: { properties: { text: { minLength: 2 } } } },
      { name: 'wrapped', description: '' },
      { name: 'lazy' },
    ])
    expect(await call(tools, 'zod', { a: 1 })).toMatchObject({ isError: false, value: 3 })
    expect(await call(tools, 'zod', { a: '1' })).toMatchObject({ error: { info: { code: 'INVALID_ARGS' } } })
    expect(await call(tools, 'wrapped', { a: '1' })).toMatchObject({
      error: { message: expect.stringMatching(/"a".*expected number/i) },
    })
    expect(await call(tools, 'json', { text: 'ab' })).toMatchObject({ value: { text: 'ab' } })
    // The AI SDK would let this through, since nothing validates it.
    expect(await call(tools, 'json', { text: 'a' })).toMatchObject({
      error: { message: expect.stringContaining('must have at least 2 characters') },
    })
    expect(await call(tools, 'lazy', { a: 1 })).toMatchObject({ value: 1 })
  })

  test('are refused where nothing can be read of them, saying how to mend it', async () => {
    for (const inputSchema of [
      undefined,
      42,
      () => 42,
      v.object({ a: v.string() }),
      jsonSchema(() => {
        throw new Error('not today')
      }),
      jsonSchema([] as never),
    ]) {
      await expect(registered({ t: around(async () => 1, { inputSchema }) })).rejects.toMatchObject({
        code: 'AI_SDK_TOOL_UNSUPPORTED',
        message: expect.stringMatching(/^tool "t": inputSchema cannot be read: .*wrap the schema/s),
      })
    }
    const inputSchema = jsonSchema(toJsonSchema(v.object({ a: v.string() })) as never)
    const { tools } = await registered({ t: around(async () => 1, { inputSchema }) })
    expect(await call(tools, 't', { a: 1 })).toMatchObject({ isError: true })
  })

  test('of outputs are enforced, asynchronous ones too', async () => {
    const outputSchema = zodSchema(z.object({ n: z.number() }))
    expect(await resultOf({ n: 1 }, { outputSchema })).toMatchObject({ isError: false, value: { n: 1 } })
    expect(await resultOf({ n: '1' }, { outputSchema })).toMatchObject({
      error: { info: { code: 'INVALID_TOOL_OUTPUT' } },
    })
    const { tools } = await registered({ t: around(async () => ({ n: 1 }), { outputSchema }) })
    tools.ctx.on('tools/post-execute', async () => ({ kind: 'accept', value: { n: 'replaced' } }))
    expect(await call(tools, 't')).toMatchObject({ error: { info: { code: 'INVALID_TOOL_OUTPUT' } } })
  })
})

describe('the outputs of fromAISDK', () => {
  test('are canonical values, as the AI SDK prints them', async () => {
    expect(await resultOf('plain')).toMatchObject({
      value: 'plain',
      content: [{ type: 'text', text: 'plain' }],
    })
    expect(await resultOf(undefined)).toMatchObject({ value: null })
    const printed = { day: new Date(0), gone: undefined }
    expect(await resultOf(printed)).toMatchObject({
      value: { day: '1970-01-01T00:00:00.000Z' },
      content: [{ type: 'text', text: '{"day":"1970-01-01T00:00:00.000Z"}' }],
    })
  })

  test('are refused where JSON would lose them in silence', async () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    for (const output of [
      NaN,
      1n,
      { f: () => 1 },
      new Map(),
      [new Set()],
      new Uint8Array(1),
      Symbol('s'),
      cycle,
    ]) {
      expect(await resultOf(output)).toMatchObject({ error: { info: { code: 'INVALID_TOOL_OUTPUT' } } })
    }
  })

  test('that are yielded are progress, and the last one is the value', async () => {
    async function* body(): AsyncGenerator<unknown> {
      yield { done: 1 }
      yield 'half'
      yield { done: 2 }
    }
    const { tools } = await registered({ t: around(body) })
    const news: unknown[] = []
    tools.ctx.on('tools/progress', (_exec, progress) => void news.push(progress.text))
    expect(await call(tools, 't')).toMatchObject({ value: { done: 2 } })
    expect(news).toEqual(['{"done":1}', 'half', '{"done":2}'])
  })

  test('are not waited for by a cancelled call beyond the next one, and the generator is closed', async () => {
    const controller = new AbortController()
    const closed = vi.fn()
    const body = async function* (
      _input: unknown,
      options: { abortSignal: AbortSignal },
    ): AsyncGenerator<number> {
      try {
        for (let n = 0; ; n++) {
          yield n
          if (n === 3) controller.abort()
          expect(options.abortSignal.aborted).toBe(n === 3)
        }
      } finally {
        closed()
      }
    }
    const { tools } = await registered({ t: around(body) })
    const result = await call(tools, 't', {}, controller.signal)
    expect(result).toMatchObject({ isError: true, error: { message: 'This operation was aborted' } })
    expect(closed).toHaveBeenCalledTimes(1)
  })

  test('become the content that toModelOutput says, which may take its time', async () => {
    const toModelOutput: ToOutput = vi.fn(
      async ({ toolCallId, output }: { toolCallId: string; output: unknown }) => ({
        type: 'content',
        value: [
          { type: 'text', text: `${toolCallId} gave ${String(output)}` },
          { type: 'image-data', data: pixel, mediaType: 'image/png' },
          { type: 'media', data: 'AAAA', mediaType: 'audio/wav' },
          { type: 'file-data', data: 'AAAA', mediaType: 'application/pdf', filename: 'a b.pdf' },
          { type: 'image-url', url: 'https://example.com/a.png' },
          { type: 'file', data: { type: 'data', data: new Uint8Array([0, 0, 0]) }, mediaType: 'image/png' },
          {
            type: 'file',
            data: { type: 'url', url: new URL('https://example.com/b') },
            mediaType: 'text/plain',
          },
          { type: 'file', data: { type: 'text', text: 'words' }, mediaType: 'text/plain' },
          { type: 'custom' },
        ],
      }),
    )
    const { tools } = await registered({ t: around(async () => 'x', { toModelOutput }) })
    const result = await tools.execute({
      callId: 'mine',
      name: 't',
      arguments: {},
      signal: new AbortController().signal,
    })
    expect(result).toMatchObject({ isError: false, value: 'x' })
    expect(result.content).toEqual([
      { type: 'text', text: 'mine gave x' },
      { type: 'image', data: pixel, mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      {
        type: 'resource',
        resource: { uri: 'attachment:a%20b.pdf', mimeType: 'application/pdf', blob: 'AAAA' },
      },
      { type: 'resource_link', uri: 'https://example.com/a.png', name: 'https://example.com/a.png' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      {
        type: 'resource_link',
        uri: 'https://example.com/b',
        name: 'https://example.com/b',
        mimeType: 'text/plain',
      },
      { type: 'text', text: 'words' },
      { type: 'text', text: '[custom content]' },
    ])
    expect(toModelOutput).toHaveBeenCalledTimes(1)
  })

  test('that a policy replaces lose the content that was made of the others', async () => {
    const toModelOutput: ToOutput = ({ output }: { output: unknown }) => ({
      type: 'text',
      value: `it is ${String(output)}`,
    })
    const { tools } = await registered({ t: around(async () => 'secret', { toModelOutput }) })
    expect((await call(tools, 't')).content).toEqual([{ type: 'text', text: 'it is secret' }])
    tools.ctx.on('tools/post-execute', async () => ({ kind: 'accept', value: 'gone' }))
    expect((await call(tools, 't')).content).toEqual([{ type: 'text', text: 'gone' }])
  })

  test('are failures where toModelOutput says so, or says nothing that is known', async () => {
    for (const [output, message] of [
      [{ type: 'error-text', value: 'no paper' }, 'no paper'],
      [{ type: 'error-json', value: { paper: 0 } }, '{"paper":0}'],
      [{ type: 'execution-denied', reason: 'not here' }, 'not here'],
      [{ type: 'execution-denied' }, 'tool "t" was denied'],
      [{ type: 'hologram' }, 'unknown type "hologram"'],
      [{ type: 'content', value: 1 }, 'a list of contents that is none'],
      [undefined, 'unknown type undefined'],
    ] as const) {
      const result = await resultOf(1, { toModelOutput: () => output })
      expect(result).toMatchObject({ isError: true, error: { info: { code: 'AI_SDK_TOOL_ERROR' } } })
      expect(result.error?.message).toContain(message)
    }
    expect(await resultOf(1, { toModelOutput: () => ({ type: 'json', value: [1] }) })).toMatchObject({
      content: [{ type: 'text', text: '[1]' }],
    })
  })

  test('are asked for in the manner of version 5', async () => {
    const toModelOutput: ToOutput = (output: unknown) => ({ type: 'text', value: `five: ${String(output)}` })
    const { tools } = await registered({ t: around(async () => 'x', { toModelOutput }) }, { version: 5 })
    expect((await call(tools, 't')).content).toEqual([{ type: 'text', text: 'five: x' }])
  })
})

describe('fromAISDK', () => {
  test('refuses what cannot run here, and then registers nothing', async () => {
    const tools = createTools()
    for (const type of ['provider', 'provider-defined', undefined]) {
      const set = { fine: around(async () => 1), theirs: around(undefined, { type }) }
      await expect(fromAISDK(tools, set)).rejects.toMatchObject({
        code: 'AI_SDK_TOOL_UNSUPPORTED',
        message: expect.stringContaining('tool "theirs" has no execute'),
      })
    }
    await expect(
      fromAISDK(tools, { a: around(async () => 1), 'b c': around(async () => 1) }),
    ).rejects.toMatchObject({
      code: 'INVALID_TOOL_DEFINITION',
    })
    const described = around(async () => 1, { description: () => 'for you' })
    await expect(fromAISDK(tools, { described })).rejects.toMatchObject({ code: 'AI_SDK_TOOL_UNSUPPORTED' })
    expect(tools.schemas()).toEqual([])
  })

  test('unregisters what it registered', async () => {
    const { tools, undo } = await registered(
      { a: around(async () => 1), b: around(async () => 2) },
      { prefix: 'sdk_' },
    )
    expect(tools.schemas().map(({ name }) => name)).toEqual(['sdk_a', 'sdk_b'])
    undo()
    undo()
    expect(tools.schemas()).toEqual([])
  })

  test('asks before calls of a tool that needs approval, whatever rules allow, and denies what they deny', async () => {
    const body = vi.fn(async () => 1)
    const needsApproval: unknown = ({ n }: { n: number }) => {
      if (n === 0) throw new Error('no zero')
      return n > 1
    }
    const { tools, undo } = await registered({
      always: around(body, { needsApproval: true }),
      never: around(body, { needsApproval: false }),
      sometimes: around(body, { needsApproval }),
    })
    tools.ctx.on('tools/pre-execute', async ({ arguments: args }) =>
      JSON.stringify(args) === '{"n":9}' ? { kind: 'deny', reason: 'nine' } : { kind: 'allow' },
    )
    const messageOf = async (name: string, args = {}) => (await call(tools, name, args)).error?.message
    expect(await messageOf('always')).toBe('tool "always" says that its calls need approval')
    expect(await messageOf('always', { n: 9 })).toBe('nine')
    expect(await messageOf('sometimes', { n: 2 })).toBe('tool "sometimes" says that its calls need approval')
    expect(await messageOf('sometimes', { n: 0 })).toContain('no zero')
    expect(body).not.toHaveBeenCalled()
    expect(await messageOf('never')).toBeUndefined()
    expect(await messageOf('sometimes', { n: 1 })).toBeUndefined()
    expect(body).toHaveBeenCalledTimes(2)
    undo()
    await fromAISDK(tools, { always: around(body) })
    expect(await messageOf('always')).toBeUndefined()
  })

  test('gives bodies the call, its signal and their context', async () => {
    const body = vi.fn(async (_input: unknown, _options: unknown) => 1)
    const { tools } = await registered({ t: around(body) }, { context: { tenant: 7 } })
    await call(tools, 't', { a: 1 })
    expect(body.mock.calls[0]?.[0]).toEqual({ a: 1 })
    expect(body.mock.calls[0]?.[1]).toMatchObject({
      toolCallId: expect.any(String),
      abortSignal: expect.any(AbortSignal),
      messages: [],
      context: { tenant: 7 },
      experimental_context: { tenant: 7 },
    })
  })

  test('lets calls overlap only where that was said', async () => {
    const modeOf = async (options: FromAISDKOptions) => {
      const { tools } = await registered({ t: around(async () => 1) }, options)
      const { signal } = new AbortController()
      return tools.executionMode({ callId: '1', name: 't', arguments: {}, signal }).kind
    }
    expect(await modeOf({})).toBe('exclusive')
    expect(await modeOf({ parallel: true })).toBe('parallel')
  })

  test('goes there and back', async () => {
    const { tools } = await registered({ t: around(async () => ({ n: 1 })) })
    const { t } = toAISDK(tools)
    expect(await t?.execute({}, { toolCallId: '1' })).toMatchObject({
      status: 'done',
      content: [{ type: 'text', text: '{"n":1}' }],
    })
  })
})
