import type { ModelNews } from '@millrace/agent'
import { findModel, ModelError, type ModelErrorCode } from '@millrace/agent/models'
import { manualClock } from '@millrace/host'
import type { ProviderFailure } from '@millrace/testkit/provider'
import { describe, expect, test } from 'vitest'
import {
  asked,
  environment,
  failureOf,
  hurried,
  modelOf,
  pausable,
  providers,
  request,
} from './support/model-setup.ts'

const status = (code: number, body?: string): ProviderFailure => ({
  kind: 'status',
  status: code,
  ...(body !== undefined && { body }),
})

/** What may pass: the second request is answered. */
const passing: [string, ProviderFailure, ModelErrorCode][] = [
  ['a connection that breaks before the answer', { kind: 'reset', afterChunks: 0 }, 'MODEL_UNREACHABLE'],
  ['a connection that breaks within the answer', { kind: 'reset', afterChunks: 3 }, 'MODEL_STREAM_CUT'],
  ['an event of another shape', { kind: 'malformed', afterChunks: 2 }, 'MODEL_STREAM_CUT'],
  ['an event that is no JSON', { kind: 'bad-json', afterChunks: 2 }, 'MODEL_STREAM_CUT'],
  ['an answer without an end', { kind: 'no-finish' }, 'MODEL_STREAM_CUT'],
  ['an empty body', { kind: 'empty' }, 'MODEL_STREAM_CUT'],
  ['too many requests', status(429), 'MODEL_RATE_LIMIT'],
  ['a failure of the provider', status(500), 'MODEL_UNAVAILABLE'],
  ['a provider that has too much to do', status(529), 'MODEL_UNAVAILABLE'],
  ['a proxy without words', status(502, '<html>bad gateway</html>'), 'MODEL_UNAVAILABLE'],
]

describe.each(providers)('%s: another attempt follows', (provider) => {
  test.each(passing)('%s', async (_, failure, code) => {
    const { model, server } = await modelOf(provider, [{ text: 'half of it', failure }, { text: 'whole' }])
    const { answer, news } = await asked(model)
    expect(answer.message.content).toEqual([{ type: 'text', text: 'whole' }])
    expect(server.requests).toHaveLength(2)
    expect(news.filter(({ kind }) => kind === 'retry')).toEqual([
      expect.objectContaining({ kind: 'retry', attempt: 2, code }),
    ])
  })

  test('a stream that stalls, whose request is given up', async () => {
    const clock = manualClock()
    const pause = pausable()
    const stall = { kind: 'stall', afterChunks: 4 } as const
    const script = [{ text: 'half', pieceUnits: 1, failure: stall }, { text: 'whole' }]
    const { model, server } = await modelOf(provider, script, { clock, timers: pause.timers })
    const news: ModelNews[] = []
    const answer = await model.ask(request(), {
      signal: new AbortController().signal,
      onNews(item) {
        news.push(item)
        if (item.kind !== 'text' || news.length > 1) return
        clock.advance(120_000)
        pause.end()
      },
    })
    expect(answer.message.content).toEqual([{ type: 'text', text: 'whole' }])
    expect(news).toContainEqual(expect.objectContaining({ kind: 'retry', code: 'MODEL_STREAM_CUT' }))
    await expect.poll(() => server.requests[0]?.aborted).toBe(true)
  })

  test('but no call of a broken answer survives', async () => {
    const calls = [{ name: 'remove', arguments: '{}' }]
    const { model } = await modelOf(provider, [{ calls, failure: { kind: 'no-finish' } }, { text: 'no' }])
    expect((await asked(model)).answer.message.toolCalls).toBeUndefined()
  })
})

const tooLong = {
  openai:
    '{"error":{"message":"This model\'s maximum context length is 128000 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}',
  anthropic:
    '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 205000 tokens > 200000 maximum"}}',
  deepseek:
    '{"error":{"message":"This model\'s maximum context length is 65536 tokens. However, you requested 70000 tokens","type":"invalid_request_error"}}',
}
const noCredit = {
  openai: status(429, '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}'),
  anthropic: status(
    400,
    '{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}',
  ),
  deepseek: status(402, '{"error":{"message":"Insufficient Balance","type":"unknown_error"}}'),
}

describe.each(providers)('%s: there is no other attempt', (provider) => {
  const lasting: [string, ProviderFailure, ModelErrorCode, string][] = [
    ['a key that is not accepted', status(401), 'MODEL_AUTH', `${provider.toUpperCase()}_API_KEY`],
    ['a key without the permission', status(403), 'MODEL_AUTH', `${provider.toUpperCase()}_API_KEY`],
    ['an unknown model', status(404), 'MODEL_NOT_FOUND', 'base URL'],
    ['a conversation that is too long', status(400, tooLong[provider]), 'MODEL_CONTEXT_LENGTH', 'shorten'],
    ['an account without credit', noCredit[provider], 'MODEL_RATE_LIMIT', 'balance'],
    ['a request that is refused', status(400), 'MODEL_BAD_REQUEST', 'refused'],
    ['an address that sends requests on', status(307), 'MODEL_UNREACHABLE', 'final address'],
  ]
  test.each(lasting)('%s', async (_, failure, code, words) => {
    const { model, server } = await modelOf(provider, [{ failure }])
    const error = await failureOf(model)
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
    expect(server.requests).toHaveLength(1)
  })

  test('a schema that is refused, with the name of the tool', async () => {
    const message = 'tools.1.custom.input_schema: JSON schema is invalid. It must match draft 2020-12'
    const body = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })
    const { model } = await modelOf(provider, [{ failure: status(400, body) }])
    const tools = ['read', 'srv.list'].map((name) => ({
      name,
      description: '',
      parameters: { type: 'object' },
    }))
    const error = await failureOf(model, request({ tools }))
    expect(error).toMatchObject({ code: 'MODEL_SCHEMA_REFUSED' })
    expect(error.message).toContain('tool srv.list')
  })

  test('nobody listens there, and that is said with the host alone', async () => {
    const env = environment(provider, 'http://127.0.0.1:9/hidden-path/v1')
    const model = await findModel(env, { timers: hurried(), attempts: 2 })
    const error = await failureOf(model)
    expect(error.code).toBe('MODEL_UNREACHABLE')
    expect(error.message).toContain('127.0.0.1:9')
    expect(error.message).not.toContain('hidden-path')
    expect(error.message).toContain('after 2 attempts')
  })
})

describe('waiting between attempts', () => {
  test('grows, with chance in it', async () => {
    const failure = status(500)
    const { model, timers } = await modelOf('openai', [{ failure }, { failure }, { failure }, { text: 'ok' }])
    await asked(model)
    expect(timers.slept).toEqual([750, 1500, 3000])
  })

  test.each([
    ['seconds', { 'retry-after': '7' }, 7_350],
    ['milliseconds', { 'retry-after-ms': '2500' }, 2_625],
    ['more than a minute', { 'retry-after': '86400' }, 60_000],
    ['nonsense', { 'retry-after': 'soon' }, 750],
    ['less than nothing', { 'retry-after-ms': '-5' }, 750],
  ])('follows the provider: %s', async (_, headers, delayMs) => {
    const { model } = await modelOf('openai', [
      { failure: { kind: 'status', status: 429, headers } },
      { text: 'ok' },
    ])
    const { news } = await asked(model)
    expect(news).toContainEqual(expect.objectContaining({ kind: 'retry', delayMs }))
  })

  test('ends after as many attempts as were allowed', async () => {
    const { model, server } = await modelOf('openai', () => ({ failure: status(503) }), { attempts: 3 })
    expect(await failureOf(model)).toMatchObject({ code: 'MODEL_UNAVAILABLE', retryable: true })
    expect(server.requests).toHaveLength(3)
  })

  test('says where part of an answer had arrived', async () => {
    const failure: ProviderFailure = { kind: 'reset', afterChunks: 3 }
    const { model } = await modelOf('openai', [{ text: 'half', failure }, { text: 'whole' }])
    const { news } = await asked(model)
    expect(JSON.stringify(news)).toContain('counts for nothing')
  })
})

describe('an error that is reported within the answer', () => {
  test.each([
    ['overloaded_error', 'Overloaded', 'MODEL_UNAVAILABLE'],
    ['rate_limit_error', 'slow down', 'MODEL_RATE_LIMIT'],
    ['server_error', 'oops', 'MODEL_UNAVAILABLE'],
  ])('%s passes', async (type, message, code) => {
    const failure: ProviderFailure = { kind: 'error', type, message, afterChunks: 2 }
    const { model } = await modelOf('openai', [{ text: 'half', failure }, { text: 'whole' }])
    const { news } = await asked(model)
    expect(news).toContainEqual(expect.objectContaining({ kind: 'retry', code }))
  })

  test('that the conversation is too long does not', async () => {
    const message = 'prompt is too long: 9 tokens > 8 maximum'
    const failure: ProviderFailure = { kind: 'error', type: 'invalid_request_error', message, afterChunks: 2 }
    const { model } = await modelOf('anthropic', [{ text: 'half', failure }])
    const error = await failureOf(model)
    expect(error).toBeInstanceOf(ModelError)
    expect(error.code).toBe('MODEL_CONTEXT_LENGTH')
  })
})
