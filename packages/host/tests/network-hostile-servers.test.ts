import { getEventListeners } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { guardedClient, type NetworkLimits } from '../src/index.ts'
import { closed, serveRaw } from './network-server.ts'

/** For servers that keep the client waiting, which a connection takes no part of. */
const limits: Partial<NetworkLimits> = {
  totalMs: 600,
  idleMs: 300,
  connectMs: 10_000,
  bodyBytes: 100_000,
}

/** For servers whose answer says enough, however late it comes on a busy machine. */
const patient: Partial<NetworkLimits> = { ...limits, totalMs: 60_000, idleMs: 60_000 }

/** Milliseconds that a busy machine may add to a deadline. */
const margin = 20_000

const start = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n'
const chunk = (bytes: string): string => `${bytes.length.toString(16)}\r\n${bytes}\r\n`

/** Sends pieces for as long as somebody takes them: one at each pause, or as many as there is room for. */
function feed(socket: Socket, piece: (index: number) => string, pauseMs = 0): void {
  let index = 0
  const pieces = pauseMs === 0 ? 1000 : 1
  const timer = setInterval(() => {
    if (socket.writableLength < 65_536) {
      socket.write(Array.from({ length: pieces }, () => piece(index++)).join(''))
    }
  }, pauseMs)
  socket.once('close', () => clearInterval(timer))
}

const onceAsked = (answer: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once('data', () => answer(socket))

const servers: readonly [name: string, code: string, serve: (socket: Socket) => void][] = [
  ['never answers', 'WEB_TIMEOUT', () => undefined],
  ['sends its headers byte by byte', 'WEB_TIMEOUT', onceAsked((s) => feed(s, (at) => start[at] ?? 'x', 20))],
  [
    'sends endless headers',
    'WEB_BAD_RESPONSE',
    onceAsked((s) => (s.write(start), feed(s, (at) => `x-${at}: y\r\n`))),
  ],
  [
    'sends one endless header',
    'WEB_BAD_RESPONSE',
    onceAsked((s) => (s.write(`${start}x: `), feed(s, () => 'y'.repeat(999)))),
  ],
  [
    'sends a million headers',
    'WEB_BAD_RESPONSE',
    onceAsked((s) => s.end(`${start}${'a:b\r\n'.repeat(1_000_000)}\r\n`)),
  ],
  [
    'sends endless early hints',
    'WEB_TIMEOUT',
    onceAsked((s) => feed(s, () => 'HTTP/1.1 103 Early Hints\r\n\r\n', 5)),
  ],
  [
    'sends its body byte by byte',
    'WEB_TIMEOUT',
    onceAsked((s) => (s.write(`${start}content-length: 9999\r\n\r\n`), feed(s, () => 'x', 20))),
  ],
  [
    'stops within the body',
    'WEB_TIMEOUT',
    onceAsked((s) => s.write(`${start}content-length: 9999\r\n\r\nabc`)),
  ],
  [
    'sends endless empty headers of chunks',
    'WEB_BAD_RESPONSE',
    onceAsked(
      (s) => (s.write(`${start}transfer-encoding: chunked\r\n\r\n1;`), feed(s, () => 'a=b;'.repeat(100))),
    ),
  ],
  [
    'sends endless trailers',
    'WEB_BAD_RESPONSE',
    onceAsked(
      (s) => (s.write(`${start}transfer-encoding: chunked\r\n\r\n0\r\n`), feed(s, (at) => `x-${at}: y\r\n`)),
    ),
  ],
  ['closes at once', 'WEB_BAD_RESPONSE', (s) => s.destroy()],
  ['closes after the request', 'WEB_BAD_RESPONSE', onceAsked((s) => s.end())],
  ['speaks something else', 'WEB_BAD_RESPONSE', (s) => s.end('220 mail.example ESMTP\r\n')],
  [
    'switches protocols',
    'WEB_BAD_RESPONSE',
    onceAsked((s) =>
      s.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ),
  ],
  [
    'states two lengths',
    'WEB_BAD_RESPONSE',
    onceAsked((s) => s.end(`${start}content-length: 3\r\ncontent-length: 5\r\n\r\nabcde`)),
  ],
  [
    'states a length and chunks',
    'WEB_BAD_RESPONSE',
    onceAsked((s) => s.end(`${start}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`)),
  ],
]

describe('a server that', () => {
  for (const [name, code, onConnection] of servers) {
    verifies(['security:N5'], `${name} ends the request in time, and nothing stays behind`, async () => {
      const server = await serveRaw(onConnection)
      const { signal } = new AbortController()
      const waits = code === 'WEB_TIMEOUT'
      const client = guardedClient({ allow: [server.place], limits: waits ? limits : patient })
      const began = performance.now()
      await expect(client.get(server.url(), { signal })).rejects.toMatchObject({ code })
      expect(performance.now() - began).toBeLessThan(600 + margin)
      expect(getEventListeners(signal, 'abort')).toEqual([])
      await closed(server)
      await server.close()
    })
  }

  test.each([
    [
      'a chunk without a length',
      'zz\r\nabc\r\n',
      'sent an answer that cannot be read (HPE_INVALID_CHUNK_SIZE)',
    ],
    ['the start of a chunk and closes', '5\r\nab', 'closed the connection before its answer was complete'],
  ])('sends %s is told so', async (_, body, problem) => {
    const server = await serveRaw(
      onceAsked((s) => s.end(`${start}transfer-encoding: chunked\r\n\r\n${body}`)),
    )
    const client = guardedClient({ allow: [server.place], limits: patient })
    await expect(client.get(server.url())).rejects.toMatchObject({
      code: 'WEB_BAD_RESPONSE',
      message: `${server.place} ${problem}`,
    })
    await closed(server)
    await server.close()
  })

  verifies(['security:N5'], 'sends endless chunks is read up to the limit', async () => {
    const server = await serveRaw(
      onceAsked((s) => {
        s.write(`${start}transfer-encoding: chunked\r\n\r\n`)
        feed(s, () => chunk('x'.repeat(10)))
      }),
    )
    const client = guardedClient({ allow: [server.place], limits: patient })
    const answer = await client.get(server.url())
    expect([answer.body.length, answer.truncated]).toEqual([100_000, true])
    await closed(server)
    await server.close()
  })

  test('sends many headers within the limit is answered with them', async () => {
    const head = `${start}${Array.from({ length: 1500 }, (_, at) => `x-${at}: y`).join('\r\n')}\r\ncontent-length: 2\r\n\r\nok`
    const server = await serveRaw(onceAsked((s) => s.end(head)))
    const answer = await guardedClient({ allow: [server.place], limits: patient }).get(server.url())
    expect(answer.headers.get('x-1499')).toBe('y')
    await server.close()
  })
})

describe('the caller', () => {
  verifies(['security:N5'], 'ends a request at any time, with a reason of its own', async () => {
    const server = await serveRaw(onceAsked((s) => s.write(`${start}content-length: 9999\r\n\r\nabc`)))
    const client = guardedClient({ allow: [server.place] })
    for (const delay of [0, 5, 50]) {
      const controller = new AbortController()
      setTimeout(() => controller.abort('enough'), delay)
      await expect(client.get(server.url(), { signal: controller.signal })).rejects.toBe('enough')
      expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    }
    await expect(client.get(server.url(), { signal: AbortSignal.abort('before') })).rejects.toBe('before')
    await closed(server)
    await server.close()
  })

  verifies(['security:N5'], 'is not kept by a resolver or a host that never answers', async () => {
    const silent = guardedClient({
      resolve: () => new Promise(() => undefined),
      limits: { ...limits, connectMs: 300 },
    })
    await expect(silent.get('http://silent.example/')).rejects.toMatchObject({
      code: 'WEB_TIMEOUT',
      retryable: true,
    })
  })

  test('gets an address that does not answer replaced by the next one', async () => {
    const server = await serveRaw(onceAsked((s) => s.end('HTTP/1.1 204 No Content\r\n\r\n')))
    const place = `several.example:${server.port}`
    // Nobody listens at the first one.
    const client = guardedClient({ allow: [place], resolve: async () => ['127.0.0.2', '127.0.0.1'] })
    expect((await client.get(`http://${place}/`)).status).toBe(204)
    await server.close()
    await expect(client.get(`http://${place}/`)).rejects.toMatchObject({
      code: 'WEB_UNREACHABLE',
      retryable: true,
    })
  })

  test('learns of a name that has no address', async () => {
    const failing = (code: string) =>
      guardedClient({ resolve: () => Promise.reject(Object.assign(new Error(code), { code })) })
    await expect(failing('ENOTFOUND').get('http://a.example/')).rejects.toMatchObject({
      code: 'WEB_NAME_NOT_FOUND',
    })
    await expect(failing('EAI_AGAIN').get('http://a.example/')).rejects.toMatchObject({ retryable: true })
    const empty = guardedClient({ resolve: async () => [] })
    await expect(empty.get('http://a.example/')).rejects.toMatchObject({ code: 'WEB_NAME_NOT_FOUND' })
  })
})
