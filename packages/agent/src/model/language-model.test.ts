import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { fixedClock, systemTimers } from '@millrace/host'
import { describe, expect, test } from 'vitest'
import type { LanguageModel, ModelNews, ModelRequest } from '../contract/model.ts'
import { languageModel, type LanguageModelOptions } from './language-model.ts'

const request: ModelRequest = {
  system: '',
  tools: [],
  messages: [{ role: 'user', content: 'hi' }],
  settings: {},
}
const usage = {
  inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: undefined, reasoning: undefined },
}
const finish: LanguageModelV3StreamPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage,
}

/** A model of somebody's own whose every answer is these parts. */
function modelOf(
  parts: readonly unknown[] | (() => ReadableStream<LanguageModelV3StreamPart>),
): LanguageModel {
  return {
    specificationVersion: 'v4',
    provider: 'own.chat',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('only streams are asked for')),
    doStream: () => Promise.resolve({ stream: typeof parts === 'function' ? parts() : streamOf(parts) }),
  }
}

function streamOf(parts: readonly unknown[]): ReadableStream<LanguageModelV3StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part as LanguageModelV3StreamPart)
      controller.close()
    },
  })
}

async function ask(
  model: LanguageModel,
  options: LanguageModelOptions = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<{ answer: unknown; news: ModelNews[] }> {
  const news: ModelNews[] = []
  const asked = languageModel(model, { attempts: 1, ...options })
  const answer = await asked
    .ask(request, { signal, onNews: (item) => news.push(item) })
    .catch((error: unknown) => error)
  return { answer, news }
}

const text = (...deltas: readonly string[]): unknown[] => [
  { type: 'text-start', id: '1' },
  ...deltas.map((delta) => ({ type: 'text-delta', id: '1', delta })),
  { type: 'text-end', id: '1' },
]

describe('an answer', () => {
  test('is not told in halves of a character', async () => {
    const { answer, news } = await ask(modelOf([...text('a\ud83d', '\udc4b', 'b'), finish]))
    expect(news).toEqual(['a', '👋', 'b'].map((piece) => ({ kind: 'text', text: piece })))
    expect(answer).toMatchObject({ message: { content: [{ type: 'text', text: 'a👋b' }] } })
  })

  test('is well-formed, whatever the model sends', async () => {
    const { answer } = await ask(modelOf([...text('a\udc4bb\ud83d'), finish]))
    expect(answer).toMatchObject({ message: { content: [{ text: 'a�b�' }] } })
  })

  test('takes pieces that were never begun', async () => {
    const { answer } = await ask(modelOf([{ type: 'text-delta', id: 'x', delta: 'late' }, finish]))
    expect(answer).toMatchObject({ message: { content: [{ text: 'late' }] } })
  })

  test('keeps what the provider wants back with reasoning and calls, where it is JSON', async () => {
    const { answer } = await ask(
      modelOf([
        { type: 'reasoning-start', id: 'r', providerMetadata: { own: { a: 1 } } },
        {
          type: 'reasoning-delta',
          id: 'r',
          delta: 'hm',
          providerMetadata: { own: { b: 2 }, odd: { at: new Date() } },
        },
        {
          type: 'tool-call',
          toolCallId: 'c',
          toolName: 't',
          input: '{}',
          providerMetadata: { own: { s: 'x' } },
        },
        finish,
      ]),
    )
    expect(answer).toMatchObject({
      finish: 'tool-calls',
      message: {
        reasoning: [{ text: 'hm', metadata: { own: { a: 1, b: 2 } } }],
        toolCalls: [{ id: 'c', name: 't', arguments: '{}', metadata: { own: { s: 'x' } } }],
      },
    })
    expect(JSON.stringify(answer)).not.toContain('odd')
  })

  test('has pictures, but neither other files nor calls of the provider itself', async () => {
    const { answer, news } = await ask(
      modelOf([
        { type: 'file', mediaType: 'image/png', data: 'AAAA' },
        { type: 'file', mediaType: 'application/pdf', data: 'AAAA' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'web', input: '{}', providerExecuted: true },
        { type: 'something-new' },
        finish,
      ]),
    )
    expect(answer).toMatchObject({
      message: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    })
    expect(news.filter(({ kind }) => kind === 'notice')).toHaveLength(2)
  })

  test('counts nothing where the provider counts nonsense', async () => {
    const odd = {
      ...usage,
      inputTokens: { ...usage.inputTokens, total: Number.NaN },
      outputTokens: { ...usage.outputTokens, total: -5 },
    }
    const { answer } = await ask(modelOf([...text('a'), { ...finish, usage: odd }]))
    expect(answer).not.toHaveProperty('usage')
  })
})

test('what is given up keeps complete calls, and no others', async () => {
  const stop = new AbortController()
  const parts = [
    { type: 'tool-call', toolCallId: 'a', toolName: 't', input: '{"n":1}' },
    { type: 'tool-input-start', id: 'b', toolName: 't' },
    { type: 'tool-input-delta', id: 'b', delta: '{"n":' },
    { type: 'text-delta', id: '1', delta: 'stop' },
  ] as LanguageModelV3StreamPart[]
  const open = new ReadableStream<LanguageModelV3StreamPart>({
    start: (controller) => parts.forEach((part) => controller.enqueue(part)),
  })
  const answer = await languageModel(modelOf(() => open)).ask(request, {
    signal: stop.signal,
    onNews: () => stop.abort(),
  })
  expect(answer.finish).toBe('interrupted')
  expect(answer.message.toolCalls).toEqual([{ id: 'a', name: 't', arguments: '{"n":1}' }])
})

describe('a stream that is none', () => {
  test.each<[string, readonly unknown[]]>([
    ['ends at once', []],
    ['ends without its last part', text('a')],
    [
      'ends without a reason',
      [...text('a'), { ...finish, finishReason: { unified: 'other', raw: undefined } }],
    ],
    ['ends by an error', [...text('a'), { ...finish, finishReason: { unified: 'error', raw: 'x' } }]],
    ['promises calls that never come', [{ ...finish, finishReason: { unified: 'tool-calls', raw: 'x' } }]],
    ['has a part that is not what it says', [{ type: 'text-delta', id: '1' }, finish]],
    ['has a part that is nothing', [null, finish]],
    ['reports an error without words', [{ type: 'error', error: undefined }, finish]],
  ])('%s', async (_, parts) => {
    expect((await ask(modelOf(parts))).answer).toMatchObject({
      name: 'ModelError',
      code: 'MODEL_STREAM_CUT',
      retryable: true,
    })
  })

  test('never ends, in length', async () => {
    const piece = 'x'.repeat(1024 * 1024)
    const endless = (): ReadableStream<LanguageModelV3StreamPart> =>
      new ReadableStream({
        pull: (controller) => controller.enqueue({ type: 'text-delta', id: '1', delta: piece }),
      })
    const { answer } = await ask(modelOf(endless))
    expect(answer).toMatchObject({ code: 'MODEL_STREAM_CUT' })
  })

  test('never ends, in time, and does not hear that it is given up', async () => {
    let cancelled = false
    const deaf = (): ReadableStream<LanguageModelV3StreamPart> =>
      new ReadableStream({
        cancel() {
          cancelled = true
        },
      })
    const { answer } = await ask(modelOf(deaf), { stallMs: 20 })
    expect(answer).toMatchObject({ code: 'MODEL_STREAM_CUT' })
    expect(cancelled).toBe(true)
  })

  test('is found out by a clock that stands still, too', async () => {
    const { answer } = await ask(
      modelOf(() => new ReadableStream()),
      { stallMs: 20, clock: fixedClock(), timers: systemTimers },
    )
    expect(answer).toMatchObject({ code: 'MODEL_STREAM_CUT' })
  })
})

describe('a model that fails before its stream', () => {
  test.each<[string, unknown, string]>([
    ['with nothing', undefined, 'MODEL_BAD_REQUEST'],
    ['with a text', 'no', 'MODEL_BAD_REQUEST'],
    [
      'with something hostile',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('never')
          },
        },
      ),
      'MODEL_BAD_REQUEST',
    ],
    [
      'without a key',
      Object.assign(new Error('key is missing'), { name: 'AI_LoadAPIKeyError' }),
      'MODEL_AUTH',
    ],
    [
      'at the network',
      new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) }),
      'MODEL_UNREACHABLE',
    ],
  ])('%s', async (_, error, code) => {
    const model = { ...modelOf([]), doStream: () => Promise.reject(error) }
    expect((await ask(model)).answer).toMatchObject({ name: 'ModelError', code })
  })

  test('at a certificate, for which there is no other attempt', async () => {
    const error = new TypeError('fetch failed', {
      cause: Object.assign(new Error('x'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
    })
    const { answer } = await ask({ ...modelOf([]), doStream: () => Promise.reject(error) }, { attempts: 3 })
    expect(answer).toMatchObject({ code: 'MODEL_UNREACHABLE' })
    expect(answer).not.toHaveProperty('retryable')
  })

  test('with words that would take long to read', async () => {
    const words = `${'token count '.repeat(5_000)}${' '.repeat(30_000)}Bearer ${'sk-'.repeat(5_000)}`
    const error = { statusCode: 400, responseBody: JSON.stringify({ error: { message: words } }) }
    const { answer } = await ask({ ...modelOf([]), doStream: () => Promise.reject(error) })
    expect(String(answer).length).toBeLessThan(600)
  })
})

describe('options', () => {
  test.each([{ attempts: 0 }, { attempts: 1.5 }, { stallMs: 0 }, { stallMs: Number.NaN }])(
    '%o are refused',
    (options) => {
      expect(() => languageModel(modelOf([]), options)).toThrow(RangeError)
    },
  )

  test('name the model as it is shown, and leave out what is not known', () => {
    expect(Object.keys(languageModel(modelOf([])))).toEqual(['name', 'ask'])
    expect(languageModel(modelOf([])).name).toEqual({ provider: 'own', id: 'm' })
    expect(languageModel(modelOf([]), { provider: 'mine' }).name.provider).toBe('mine')
  })
})
