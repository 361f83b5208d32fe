import { scriptedProvider, type ProviderScript, type ScriptedProvider } from '@millrace/testkit/provider'
import { afterEach, describe, expect, test } from 'vitest'

let server: ScriptedProvider | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Starts a server, and asks it once in the plain protocol. */
async function post(
  script: ProviderScript,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  server ??= await scriptedProvider(script)
  return fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })
}

const chat = '/chat/completions'
const answer = {
  text: 'hé',
  calls: [{ name: 'f', arguments: '{"a":1}' }],
  usage: { input: 10, output: 2, cachedInput: 4 },
}

describe("OpenAI's protocol", () => {
  test('is answered whole', async () => {
    const response = await post([answer], chat, { model: 'm' })
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      model: 'm',
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: 'hé',
            tool_calls: [{ id: 'call_1', function: { name: 'f', arguments: '{"a":1}' } }],
          },
        },
      ],
      usage: { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 4 } },
    })
  })

  test('is answered in events, the last of which says so', async () => {
    const response = await post([{ ...answer, splitBytes: 1 }], chat, { model: 'm', stream: true })
    const events = (await response.text()).split('\n\n').filter(Boolean)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(events.at(-1)).toBe('data: [DONE]')
    expect(events.some((event) => event.includes('"content":"hé"'))).toBe(true)
  })

  test('can end without its last line', async () => {
    const response = await post([{ text: 'a', failure: { kind: 'no-end' } }], chat, { stream: true })
    expect(await response.text()).not.toContain('[DONE]')
  })
})

describe("Anthropic's protocol", () => {
  test('is answered whole', async () => {
    const response = await post([{ ...answer, reasoning: 'hm', signature: 's' }], '/messages', { model: 'm' })
    expect(await response.json()).toMatchObject({
      type: 'message',
      stop_reason: 'tool_use',
      content: [
        { type: 'thinking', signature: 's' },
        { type: 'text', text: 'hé' },
        { type: 'tool_use', input: { a: 1 } },
      ],
      usage: { input_tokens: 6, cache_read_input_tokens: 4 },
    })
  })

  test('is answered in events with their names', async () => {
    const response = await post([answer], '/messages', { model: 'm', stream: true })
    const text = await response.text()
    const names = [...text.matchAll(/^event: (\w+)$/gm)].map((match) => match[1])
    expect([names[0], names.at(-2), names.at(-1)]).toEqual(['message_start', 'message_delta', 'message_stop'])
  })
})

describe('requests', () => {
  test('are kept as they came, without keys', async () => {
    const headers = { authorization: 'Bearer k-1', 'x-api-key': 'k-2', 'x-other': 'seen' }
    await post([answer], chat, { model: 'm', n: 1 }, headers)
    const [request] = server?.requests ?? []
    expect(request).toMatchObject({
      index: 0,
      path: '/v1/chat/completions',
      body: '{"model":"m","n":1}',
      json: { n: 1 },
    })
    expect(request?.headers).toMatchObject({ 'x-other': 'seen' })
    expect(JSON.stringify(request)).not.toContain('k-')
  })

  test('are answered by a function that sees them', async () => {
    const response = await post(({ json }) => ({ text: (json as { say: string }).say }), chat, {
      say: 'echo',
    })
    expect(await response.text()).toContain('"content":"echo"')
  })

  test('beyond the script are refused with words that say so', async () => {
    const response = await post([], chat, {})
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('request 1 came, but the script has 0 answers')
  })

  test('to an address that there is not are refused, too', async () => {
    const response = await post([], '/embeddings', {})
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('chat/completions')
  })
})

describe('failures', () => {
  test('have a status, headers and words', async () => {
    const headers = { 'retry-after': '3' }
    const response = await post([{ failure: { kind: 'status', status: 429, headers } }], chat, {})
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3'])
    expect(await response.json()).toMatchObject({ error: { type: 'rate_limit_error' } })
  })

  test.each([0, 2])('break the connection after %d events', async (afterChunks) => {
    const asking = post([{ text: 'abc', pieceUnits: 1, failure: { kind: 'reset', afterChunks } }], chat, {
      stream: true,
    })
    await expect(asking.then((response) => response.text())).rejects.toThrow()
  })

  test('leave a body empty', async () => {
    const response = await post([{ failure: { kind: 'empty' } }], chat, { stream: true })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('are events that make no sense', async () => {
    const text = async (kind: 'malformed' | 'bad-json'): Promise<string> =>
      (await post(() => ({ text: 'a', failure: { kind } }), chat, { stream: true })).text()
    expect(await text('malformed')).toContain('unexpected')
    await server?.close()
    server = undefined
    const last = (await text('bad-json')).split('\n\n').findLast((event) => event !== '') ?? ''
    expect(() => JSON.parse(last.slice('data: '.length)) as unknown).toThrow(SyntaxError)
  })

  test('hold a stream until the client goes away, which is seen', async () => {
    const leaving = new AbortController()
    server = await scriptedProvider([{ text: 'a', failure: { kind: 'stall' } }])
    const response = await fetch(`${server.url}${chat}`, {
      method: 'POST',
      body: '{"stream":true}',
      signal: leaving.signal,
    })
    await response.body?.getReader().read()
    leaving.abort()
    await expect.poll(() => server?.requests[0]?.aborted).toBe(true)
  })
})

test('closing ends what is still open, and can be done twice', async () => {
  server = await scriptedProvider([{ failure: { kind: 'stall', afterChunks: 0 } }])
  const asking = fetch(`${server.url}${chat}`, { method: 'POST', body: '{}' })
  const ended = expect(asking).rejects.toThrow()
  await expect.poll(() => server?.requests.length).toBe(1)
  await server.close()
  await server.close()
  await ended
})
