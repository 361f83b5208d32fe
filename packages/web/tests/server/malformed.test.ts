import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { raw, requestText, type RawOptions } from '../support/raw-http.ts'
import { serve, token, type TestServer } from '../support/served.ts'
import { trappedHost } from '../support/trapped-host.ts'

/** Bytes that are no request that could be served, though they know the token; pieces are sent one after the other. */
interface Malformed extends RawOptions {
  readonly bytes: (port: number) => string | Buffer | readonly (string | Buffer)[]
}

const post = '/api/sessions'
const prompt = '{"prompt":"x"}'

const head = (port: number, ...lines: readonly string[]): string =>
  [
    `POST ${post} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')

const line = (start: string, ...lines: readonly string[]): Malformed => ({
  bytes: (port) => {
    const connection = lines.some((each) => each.startsWith('Connection:')) ? [] : ['Connection: close']
    const known = [`Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}`]
    return [start, ...known, ...connection, ...lines, '', ''].join('\r\n')
  },
})

/** A request line and headers for a body that does not fit them. */
const framed = (
  body: string | Buffer | readonly (string | Buffer)[],
  ...lines: readonly string[]
): Malformed => ({
  bytes: (port) => [head(port, ...lines), ...[body].flat()],
})

const json = (body: string | Buffer): Malformed => ({
  bytes: (port) => [head(port, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'), body],
})

const get = (path: string): Malformed => ({ bytes: (port) => requestText(port, 'GET', path) })

let deep = ''
for (let depth = 0; depth < 100_000; depth++) deep += '['

const corpus: Readonly<Record<string, Malformed>> = {
  // Nothing, and noise.
  'nothing, and no end': { bytes: () => '' },
  'nothing, and an end': { bytes: () => '', half: true },
  'an empty line': { bytes: () => '\r\n\r\n' },
  noise: { bytes: () => Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 97) % 256)) },
  NULs: { bytes: () => Buffer.alloc(4096) },
  'a greeting of TLS': { bytes: () => Buffer.from('16030100c8010000c40303', 'hex') },
  'the preface of HTTP/2': { bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  'a request of HTTP/0.9': { bytes: () => 'GET /\r\n' },
  'a request of HTTP/1.0 without a host': {
    bytes: () => `GET /api/about HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  },
  'a request of SSH': { bytes: () => 'SSH-2.0-OpenSSH_9.2\r\n' },
  // Request lines.
  'another version': line('GET /api/about HTTP/9.9'),
  'no version': line('GET /api/about'),
  'no path': line('GET HTTP/1.1'),
  'a method that is none': line('G@T /api/about HTTP/1.1'),
  'a method of other letters': line('get /api/about HTTP/1.1'),
  'a method that opens a tunnel': line('CONNECT 127.0.0.1:22 HTTP/1.1'),
  'a method that echoes': line('TRACE /api/about HTTP/1.1'),
  'two spaces in the request line': line('GET  /api/nothing HTTP/1.1'),
  'a space in the path': line('GET /api/about x HTTP/1.1'),
  'a line feed alone': { bytes: (port) => `GET /api/about HTTP/1.1\nHost: 127.0.0.1:${port}\n\n` },
  'a NUL in the path': line('GET /api/ab\0out HTTP/1.1'),
  'a path of a megabyte': line(`GET /api/${'x'.repeat(1_000_000)} HTTP/1.1`),
  // Headers.
  'headers of a megabyte': line('GET /api/about HTTP/1.1', `X: ${'y'.repeat(1_000_000)}`),
  'ten thousand headers': line(
    'GET /api/about HTTP/1.1',
    ...Array.from({ length: 10_000 }, (_, index) => `X-${index}: y`),
  ),
  'a header without a name': line('GET /api/about HTTP/1.1', ': x'),
  'a header without a colon': line('GET /api/about HTTP/1.1', 'nothing'),
  'a space before a colon': line('GET /api/about HTTP/1.1', 'Transfer-Encoding : chunked'),
  'a folded header': line('GET /api/about HTTP/1.1', 'X: a', ' b: c'),
  'a NUL in a header': line('GET /api/about HTTP/1.1', 'X: a\0b'),
  'a carriage return in a header': line('GET /api/about HTTP/1.1', 'X: a\rHost: evil'),
  'no host': { bytes: () => `GET /api/about HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n` },
  'an address as the path': line('GET http://evil.example/api/about HTTP/1.1'),
  'an address of the server as the path': {
    bytes: (port) => requestText(port, 'GET', `http://127.0.0.1:${port}/api/about/`),
  },
  'an expectation that is none': line('GET /api/about HTTP/1.1', 'Expect: miracles'),
  'an upgrade to a socket': line(
    'GET /api/about/ HTTP/1.1',
    'Upgrade: websocket',
    'Connection: Upgrade, close',
    'Sec-WebSocket-Key: x',
    'Sec-WebSocket-Version: 13',
  ),
  // Two notions of where a request ends.
  'a length and chunks': framed(
    '0\r\n\r\nGET /api/about HTTP/1.1\r\n\r\n',
    'Content-Length: 4',
    'Transfer-Encoding: chunked',
  ),
  'chunks and a length': framed('0\r\n\r\n', 'Transfer-Encoding: chunked', 'Content-Length: 4'),
  'two lengths': framed(prompt, 'Content-Length: 14', 'Content-Length: 0'),
  'two lengths in one': framed(prompt, 'Content-Length: 14, 0'),
  'a length with a sign': framed(prompt, 'Content-Length: +14'),
  'a length that is negative': framed(prompt, 'Content-Length: -1'),
  'a length in other digits': framed(prompt, 'Content-Length: 0x0e'),
  'a length beyond all numbers': framed(prompt, `Content-Length: ${'9'.repeat(40)}`),
  'chunks that are only nearly so': framed('0\r\n\r\n', 'Transfer-Encoding: xchunked'),
  'chunks of chunks': framed('0\r\n\r\n', 'Transfer-Encoding: chunked, identity'),
  'chunks twice': framed('0\r\n\r\n', 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
  'a chunk with a sign': framed('-1\r\nx\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'),
  'a chunk that is longer than it says': framed('1\r\nxyz\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'),
  'a chunk of all numbers': framed('ffffffffffffffff\r\nx', 'Transfer-Encoding: chunked'),
  'a chunk with a long extension': framed(
    `1;${'x'.repeat(100_000)}\r\nx\r\n0\r\n\r\n`,
    'Transfer-Encoding: chunked',
  ),
  'a body for a request that has none': {
    bytes: (port) => requestText(port, 'GET', '/api/about', { 'Content-Length': '5' }) + 'hello',
  },
  // Bodies.
  'a body that stops': { ...framed('{"prom', 'Content-Length: 14'), half: true },
  'a body that never comes': framed('', 'Content-Length: 14'),
  'a body that is longer than any': framed('{"', 'Content-Length: 4000000000'),
  'chunks that are longer than any': framed(
    Array.from({ length: 80 }, () => `10000\r\n${'x'.repeat(65_536)}\r\n`),
    'Transfer-Encoding: chunked',
  ),
  'no JSON': json('prompt=x'),
  'no body': json(''),
  'JSON that stops': json('{"prompt":'),
  'JSON that is nested deeply': json(deep),
  'another encoding': json(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
  'UTF-16': json(Buffer.from(prompt, 'utf16le')),
  'a mark before it': json(Buffer.from([0xef, 0xbb, 0xbf, 0x7b])),
  'a list': json('[]'),
  null: json('null'),
  'another shape': json('{"prompt":1}'),
  'a blank prompt': json('{"prompt":"  "}'),
  'a member too many': json('{"prompt":"x","admin":true}'),
  'a prototype': json('{"prompt":"x","__proto__":{"isAdmin":true}}'),
  'a constructor': json('{"constructor":{"prototype":{"prompt":"x"}}}'),
  // Paths that lead elsewhere.
  up: get('/../../../../etc/passwd'),
  'up, in code': get('/%2e%2e/%2e%2e/%2e%2e/etc/passwd'),
  'up, in code of code': get('/%252e%252e/%252e%252e/etc/passwd'),
  'up, by backslashes': get('/..\\..\\..\\etc\\passwd'),
  'up from the assets': get('/assets/../../package.json'),
  'up from the assets, in code': get('/assets/..%2f..%2fpackage.json'),
  'a file of the machine': get('//etc/passwd'),
  'a file by its address': get('file:///etc/passwd'),
  'a NUL behind a file': get('/index.html%00.js'),
  'code that is none': get('/api/sessions/%zz/stream'),
  'code that is no UTF-8': get('/api/sessions/%ff%fe/stream'),
  'an id that leads up': get('/api/sessions/..%2f..%2fx/stream'),
  'a fragment': get('/api/about#x'),
  // Two at once.
  'a second request behind the end': {
    bytes: (port) =>
      requestText(port, 'GET', '/api/nothing') +
      requestText(port, 'GET', '/api/about', { Authorization: undefined }),
  },
}

async function trapped(limits = {}): Promise<{ server: TestServer; calls: string[] }> {
  const { host, calls } = trappedHost()
  return { server: await serve(host, { limits: { headersMs: 1500, requestMs: 2000, ...limits } }), calls }
}

describe('a malformed request', () => {
  verifies(['security:W2'], 'ends in an answer or a closed connection, and nothing comes of it', async () => {
    expect(Object.keys(corpus).length).toBeGreaterThan(75)
    const { server, calls } = await trapped()
    const { port } = server
    const wrong = await Promise.all(
      Object.entries(corpus).map(async ([name, { bytes, ...options }]) => {
        // Longer than the bounds of the server, so that what ends is ended by it.
        const { status, text, isClosed } = await raw(port, bytes(port), { quietMs: 20_000, ...options })
        const isRefused = status === undefined || (status >= 400 && status < 500)
        const isServed = /HTTP\/1\.1 [235]|root:|"name": "@millrace/.test(text)
        return isClosed && isRefused && !isServed
          ? []
          : [{ name, isClosed, status, text: text.slice(0, 200) }]
      }),
    )
    expect(wrong.flat()).toEqual([])
    // The server goes on, and knows what is right.
    expect([calls, server.warnings]).toEqual([[], []])
    expect((await raw(port, requestText(port, 'GET', '/'))).status).toBe(200)
    expect((await server.ask('/api/about')).status).toBe(422)
    expect(calls).toEqual(['about'])
  })

  verifies(['security:W2'], 'that is slow is ended', async () => {
    const { server, calls } = await trapped({ headersMs: 700, requestMs: 1200 })
    const { port } = server
    const full = requestText(port, 'POST', post, {}, prompt)
    const drips = Array.from({ length: 20 }, (_, index) => dripped(port, full, 3 + index))
    // Nothing but the bounds of the server would end them.
    for (const { ended } of drips) expect(await ended).toBeLessThan(20_000)
    expect(calls).toEqual([])
  })

  verifies(['security:W2'], 'that is slow holds nobody up as long as it lasts', async () => {
    const { server, calls } = await trapped({ headersMs: 60_000, requestMs: 60_000 })
    const { port } = server
    const full = requestText(port, 'POST', post, {}, prompt)
    const drips = Array.from({ length: 20 }, (_, index) => dripped(port, full, 3 + index))
    let ended = 0
    for (const drip of drips) void drip.ended.then(() => ended++)
    await Promise.all(drips.map(({ begun }) => begun))
    expect((await raw(port, requestText(port, 'GET', '/'))).status).toBe(200)
    expect([ended, calls]).toEqual([0, []])
  })

  test('of whom nobody knows who it is is not read: it is answered before its body comes', async () => {
    // Nobody waits for the body until it is too late.
    const { server } = await trapped({ headersMs: 60_000, requestMs: 60_000 })
    const { port } = server
    const stranger = { Authorization: undefined, 'Content-Length': '1000000', Expect: '100-continue' }
    const { status, text, isClosed } = await raw(port, requestText(port, 'POST', post, stranger, ''), {
      quietMs: 20_000,
    })
    expect([status, isClosed, text.includes('100 Continue')]).toEqual([401, true, false])
    const known = await raw(port, requestText(port, 'POST', post, { Expect: '100-continue' }, prompt))
    expect(known.text).toMatch(/^HTTP\/1\.1 100 Continue/)
  })
})

/** A request of which a few bytes come at a time. */
interface Drip {
  /** Resolves once the first of them were sent. */
  readonly begun: Promise<void>
  /** Resolves to the milliseconds until the server had enough of it. */
  readonly ended: Promise<number>
}

function dripped(port: number, bytes: string, size: number): Drip {
  const began = performance.now()
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.on('data', () => {})
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  const begun = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      socket.write(bytes.slice(sent, (sent += size)), () => resolve())
      // The last bytes are kept back.
      if (sent + size > bytes.length) clearInterval(timer)
    }, 200)
  })
  const ended = new Promise<number>((resolve) => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve(performance.now() - began)
    })
  })
  return { begun, ended }
}
