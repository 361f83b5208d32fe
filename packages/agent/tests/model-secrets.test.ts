import { inspect } from 'node:util'
import { findModel } from '@millrace/agent/models'
import type { ProviderFailure, ScriptedAnswer } from '@millrace/testkit/provider'
import { describe, expect, test } from 'vitest'
import { asked, canary, environment, hurried, modelOf, providers } from './support/model-setup.ts'

const base64 = Buffer.from(canary).toString('base64')
const hex = Buffer.from(canary).toString('hex')
const refusal = (status: number, message: string): ProviderFailure => ({
  kind: 'status',
  status,
  body: JSON.stringify({ error: { message, type: 'invalid_request_error' } }),
})

/** Where a provider, or what stands between, can echo a key. */
const positions: [string, ProviderFailure][] = [
  ['a refusal of the key', refusal(401, `Incorrect API key provided: ${canary}`)],
  ['a refusal without permission', refusal(403, `key ${canary} may not`)],
  ['an unknown model', refusal(404, `no model for ${canary}`)],
  ['a refused request', refusal(400, `header authorization: Bearer ${canary}`)],
  ['a refused schema', refusal(400, `Invalid schema for function 'x': ${canary}`)],
  ['too many requests', refusal(429, `organisation of ${canary}`)],
  ['no credit', refusal(402, `insufficient balance of ${canary}`)],
  ['a conversation that is too long', refusal(400, `maximum context length for ${canary}`)],
  ['a failure', refusal(500, `worker died with ${canary}`)],
  ['an overload', refusal(529, `overloaded ${canary}`)],
  ['base64', refusal(400, `Basic ${base64}`)],
  ['hexadecimal', refusal(400, `key=${hex}`)],
  ['percent escapes', refusal(400, `key=${encodeURIComponent(canary)}`)],
  ['twice', refusal(400, `${canary}${canary}`)],
  ['far into the words', refusal(400, `${'x'.repeat(190)}${canary}`)],
  ['a body without JSON', { kind: 'status', status: 400, body: `<html>${canary}</html>` }],
  ['a body of another shape', { kind: 'status', status: 400, body: JSON.stringify({ detail: canary }) }],
  ['a text instead of an error', { kind: 'status', status: 400, body: JSON.stringify({ error: canary }) }],
  [
    'the kind of error',
    { kind: 'status', status: 400, body: JSON.stringify({ error: { type: canary, message: 'no' } }) },
  ],
  [
    'the place to go to',
    { kind: 'status', status: 307, headers: { location: `http://${canary}@other.test/${canary}` } },
  ],
  ['a header', { kind: 'status', status: 503, headers: { 'x-echo': canary } }],
  ['the time to wait', { kind: 'status', status: 429, headers: { 'retry-after': canary } }],
  ['an error within the answer', { kind: 'error', type: 'invalid_request_error', message: canary }],
  ['the kind of an error within the answer', { kind: 'error', type: canary, message: 'no' }],
  ['an unknown error within the answer', { kind: 'error', type: 'strange', message: `Bearer ${canary}` }],
]

describe.each(providers)('%s: no message holds the key', (provider) => {
  test.each(positions)('%s', async (_, failure) => {
    const script = (): ScriptedAnswer => ({ text: 'half', failure })
    const { model } = await modelOf(provider, script, { attempts: 2 })
    const news: unknown[] = []
    const error: unknown = await model
      .ask(
        { system: '', tools: [], messages: [{ role: 'user', content: 'hi' }], settings: {} },
        { signal: new AbortController().signal, onNews: (item) => news.push(item) },
      )
      .catch((reason: unknown) => reason)
    const all = inspect([error, news, model], { depth: 20, showHidden: true })
    expect(error).toMatchObject({ name: 'ModelError' })
    for (const spelling of [canary, base64, hex]) expect(all).not.toContain(spelling)
  })
})

test('parts of the base URL do not stand in messages either', async () => {
  const env = environment('openai', `http://127.0.0.1:9/${canary}/v1`)
  const model = await findModel(env, { timers: hurried(), attempts: 1 })
  const error: unknown = await asked(model).catch((reason: unknown) => reason)
  expect(inspect(error, { depth: 20 })).not.toContain(canary)
})

test.each([
  'not a url',
  `ftp://${canary}`,
  `https://user:${canary}@api.test/v1`,
  `https://api.test/v1?key=${canary}`,
])('a base URL that is none is refused without being shown', async (url) => {
  const error: unknown = await findModel({ OPENAI_API_KEY: canary, OPENAI_BASE_URL: url }).catch(
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: 'MODEL_UNKNOWN' })
  expect(String(error)).toContain('OPENAI_BASE_URL')
  expect(inspect(error)).not.toContain(canary)
})
