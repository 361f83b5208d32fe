import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { httpRoutes } from '../../src/server.ts'
import { httpBench, raw, token, type HttpBench } from './http-bench.ts'
import { tool } from './server-bench.ts'

const methods = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'] as const
// Those that exist, those that others have, and one that comes close.
const routes = [
  ...Object.keys(httpRoutes),
  '/',
  '/sse',
  '/mcp/',
  '/mcp/../mcp',
  '/.well-known/oauth-protected-resource',
]

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
})

const run = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'run',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

const modernHeaders = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'run' }

/** A request that would run the tool, apart from what is changed of it. */
function requestOf(
  method: string,
  route: string,
  port: number,
  changes: Record<string, string | undefined> = {},
  body: string = run,
): string {
  const headers: Record<string, string | undefined> = {
    Host: `127.0.0.1:${port}`,
    Authorization: `Bearer ${token}`,
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...modernHeaders,
    ...changes,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return `${method} ${route} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

async function guarded(): Promise<
  HttpBench & { readonly execute: ReturnType<typeof vi.fn>; readonly port: number }
> {
  const execute = vi.fn(async () => 'ran')
  const served = await httpBench({ tools: [tool('run', { execute })] })
  return { ...served, execute, port: served.endpoint.port }
}

/** The header attacks; all but the token of the last three are what an attacker can do without knowing it. */
const attacks: Readonly<Record<string, (port: number) => Record<string, string | undefined>>> = {
  'a rebound name': () => ({ Host: 'evil.example' }),
  'another port in the host': (port) => ({ Host: `127.0.0.1:${port + 1}` }),
  'a page of another origin': () => ({ Origin: 'https://evil.example' }),
  'an opaque origin': () => ({ Origin: 'null' }),
  'a page of another program of this machine': () => ({ Origin: 'http://localhost:5173' }),
  'a page of another site': () => ({ 'Sec-Fetch-Site': 'cross-site', Origin: undefined }),
  'no token': () => ({ Authorization: undefined }),
  'a wrong token': () => ({ Authorization: `Bearer ${token.toUpperCase()}` }),
}

describe.each(Object.keys(attacks))('with %s', (attack) => {
  verifies(
    ['security:W1', 'fault:B152', 'fault:B154'],
    'no route answers any method, and nothing runs',
    async () => {
      const { port, execute, clients } = await guarded()
      for (const route of routes) {
        const answers = await Promise.all(
          methods.map(async (method) => raw(port, requestOf(method, route, port, attacks[attack]?.(port)))),
        )
        for (const { status, text } of answers) {
          expect([401, 403]).toContain(status)
          expect(text.toLowerCase()).not.toContain('access-control-')
        }
      }
      expect(execute).not.toHaveBeenCalled()
      expect(clients).toEqual([])
    },
  )
})

test('the same request with nothing wrong runs, on its route and by its method alone', async () => {
  const { port, execute } = await guarded()
  expect(await raw(port, requestOf('POST', '/mcp', port))).toMatchObject({ status: 200 })
  expect(execute).toHaveBeenCalledTimes(1)
  for (const route of routes) {
    for (const method of methods) {
      if (route === '/mcp' && method === 'POST') continue
      const { status = 0, text } = await raw(port, requestOf(method, route, port), 100)
      expect([400, 404, 405]).toContain(status)
      expect(text.toLowerCase()).not.toContain('access-control-')
    }
  }
  expect(execute).toHaveBeenCalledTimes(1)
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
  undefined,
])('a body of the type %s is refused', async (type) => {
  const { port, execute } = await guarded()
  expect(await raw(port, requestOf('POST', '/mcp', port, { 'Content-Type': type }))).toMatchObject({
    status: 415,
  })
  expect(execute).not.toHaveBeenCalled()
})

test('it listens on this machine alone', async () => {
  const { endpoint } = await guarded()
  expect(new URL(endpoint.url).hostname).toBe('127.0.0.1')
})

const head = (port: number): string => `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`

/** Requests that parsers disagree about, that are too large, or that are none. */
const corpus: Readonly<Record<string, (port: number) => string | Buffer>> = {
  nothing: () => '\r\n\r\n',
  'zero bytes': () => Buffer.alloc(64),
  noise: () => Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 197) % 256)),
  'a TLS hello': () => Buffer.from('16030100a5010000a10303', 'hex'),
  'an HTTP/2 preface': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/0.9': () => 'GET /mcp\r\n',
  'HTTP/1.0 without a host': () => 'GET /mcp HTTP/1.0\r\n\r\n',
  'HTTP/3.0': (port) => `GET /mcp HTTP/3.0\r\n${head(port)}\r\n`,
  'no version': (port) => `GET /mcp\r\n${head(port)}\r\n`,
  'a method in small letters': (port) => `post /mcp HTTP/1.1\r\n${head(port)}\r\n`,
  'a method that is none': (port) => `P\u0000ST /mcp HTTP/1.1\r\n${head(port)}\r\n`,
  CONNECT: (port) => `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${head(port)}\r\n`,
  TRACE: (port) => `TRACE /mcp HTTP/1.1\r\n${head(port)}\r\n`,
  'an absolute target': (port) =>
    `POST http://evil.example/mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  'a target with a user': (port) => `GET http://a@127.0.0.1:${port}/mcp HTTP/1.1\r\n${head(port)}\r\n`,
  'a target of dots': (port) => `GET /../../etc/passwd HTTP/1.1\r\n${head(port)}\r\n`,
  'a target of encoded dots': (port) => `GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n${head(port)}\r\n`,
  'a target of doubly encoded dots': (port) => `GET /%252e%252e/mcp HTTP/1.1\r\n${head(port)}\r\n`,
  'a target with backslashes': (port) => `GET \\mcp HTTP/1.1\r\n${head(port)}\r\n`,
  'a target with two slashes': (port) => `GET //mcp HTTP/1.1\r\n${head(port)}\r\n`,
  'a target with an encoded slash': (port) => `GET /%6dcp HTTP/1.1\r\n${head(port)}\r\n`,
  'a target with a query': (port) => `GET /mcp?token=${token} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
  'a target with a fragment': (port) => `GET /mcp#x HTTP/1.1\r\n${head(port)}\r\n`,
  'a star': (port) => `OPTIONS * HTTP/1.1\r\n${head(port)}\r\n`,
  'a long target': (port) => `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${head(port)}\r\n`,
  'a target with a NUL': (port) => `GET /mcp\u0000 HTTP/1.1\r\n${head(port)}\r\n`,
  'a space in the target': (port) => `GET /mcp HTTP/1.1 HTTP/1.1\r\n${head(port)}\r\n`,
  'two hosts': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}Host: evil.example\r\n\r\n`,
  'two equal hosts': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}Host: 127.0.0.1:${port}\r\n\r\n`,
  'a host with a user': (port) =>
    `GET /mcp HTTP/1.1\r\nHost: a@127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  'a host with a space': (port) =>
    `GET /mcp HTTP/1.1\r\nHost : 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  'an empty host': () => `GET /mcp HTTP/1.1\r\nHost:\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  'two tokens': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}Authorization: Bearer wrong\r\n\r\n`,
  'a token in two headers': (port) =>
    `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Authorization: Bearer ${token}\r\n\r\n`,
  'a long token': (port) =>
    `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${'a'.repeat(12_000)}\r\n\r\n`,
  'a folded header': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}X-A: one\r\n two\r\n\r\n`,
  'a header without a name': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}: value\r\n\r\n`,
  'a header without a colon': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}nothing\r\n\r\n`,
  'a header with a NUL': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}X-A: a\u0000b\r\n\r\n`,
  'a header with a bare return': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}X-A: a\rX-B: b\r\n\r\n`,
  'bare line feeds': (port) =>
    `GET /mcp HTTP/1.1\nHost: 127.0.0.1:${port}\nAuthorization: Bearer ${token}\n\n`,
  'many headers': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}${'X-A: 1\r\n'.repeat(5_000)}\r\n`,
  'a large header': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}X-A: ${'a'.repeat(100_000)}\r\n\r\n`,
  '__proto__ as a header': (port) => `GET /mcp HTTP/1.1\r\n${head(port)}__proto__: a\r\n\r\n`,
  'two lengths': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{}`,
  'two lengths in one': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nContent-Length: 2, 40\r\n\r\n{}`,
  'a negative length': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nContent-Length: -1\r\n\r\n{}`,
  'a length with a plus': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nContent-Length: +2\r\n\r\n{}`,
  'a hexadecimal length': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nContent-Length: 0x2\r\n\r\n{}`,
  'an endless length': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n{}`,
  'a length above the bound': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{}`,
  'a length and chunks': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'chunks, twice said': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  'chunks in another spelling': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  'chunks that are none': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'a chunk that is too short': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}\r\n0\r\n\r\n`,
  'a chunk of an endless size': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}`,
  'a smuggled request': (port) =>
    `GET /mcp HTTP/1.1\r\n${head(port)}Content-Length: 45\r\n\r\nPOST /mcp HTTP/1.1\r\nHost: evil.example\r\n\r\n{}`,
  'a body that is no JSON': (port) => requestOf('POST', '/mcp', port, {}, '{"jsonrpc":'),
  'a body that is no request': (port) => requestOf('POST', '/mcp', port, {}, '42'),
  'an empty body': (port) => requestOf('POST', '/mcp', port, {}, ''),
  'an empty batch': (port) => requestOf('POST', '/mcp', port, {}, '[]'),
  'a large batch': (port) =>
    requestOf('POST', '/mcp', port, {}, `[${Array(2_000).fill(initialize).join(',')}]`),
  'a deep body': (port) =>
    requestOf('POST', '/mcp', port, {}, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  '__proto__ in a body': (port) =>
    requestOf(
      'POST',
      '/mcp',
      port,
      {},
      '{"jsonrpc":"2.0","id":1,"method":"__proto__","params":{"__proto__":{"a":1}}}',
    ),
  'a body that is not UTF-8': (port) =>
    Buffer.concat([
      Buffer.from(requestOf('POST', '/mcp', port, { 'Content-Length': '4' }, '')),
      Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
    ]),
  'a body of another coding': (port) => requestOf('POST', '/mcp', port, { 'Content-Encoding': 'gzip' }, '{}'),
  'an unknown session': (port) =>
    requestOf('POST', '/mcp', port, { 'Mcp-Session-Id': 'x', 'MCP-Protocol-Version': undefined }, initialize),
  'an upgrade': (port) =>
    `GET /mcp HTTP/1.1\r\n${head(port)}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YWFhYWFhYWFhYWFhYWFhYQ==\r\n\r\n`,
  'an expectation': () =>
    `POST /mcp HTTP/1.1\r\nHost: evil.example\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
  'an expectation of something else': (port) =>
    `POST /mcp HTTP/1.1\r\n${head(port)}Expect: everything\r\nContent-Length: 2\r\n\r\n{}`,
}

verifies(
  ['security:W2'],
  'requests that are none of the protocol do nothing, and the server goes on',
  async () => {
    const { port, execute, clients } = await guarded()
    expect(Object.keys(corpus).length).toBeGreaterThanOrEqual(60)
    const names = Object.keys(corpus)
    const odd: string[] = []
    for (let at = 0; at < names.length; at += 12) {
      const some = names.slice(at, at + 12)
      const answers = await Promise.all(
        some.map(async (name) => raw(port, corpus[name]?.(port) ?? '', 150, 1500)),
      )
      answers.forEach(({ status = 0, text }, index) => {
        if (status !== 0 && (status < 400 || status > 505)) odd.push(`${some[index]}: ${status}`)
        if (text.includes(token)) odd.push(`${some[index]}: tells the token`)
      })
    }
    expect(odd).toEqual([])
    expect(execute).not.toHaveBeenCalled()
    expect(clients).toEqual([])
    expect(await raw(port, requestOf('POST', '/mcp', port))).toMatchObject({ status: 200 })
  },
)
