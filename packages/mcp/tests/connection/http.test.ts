import { gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { connect } from '../../src/client/connection/connect.ts'
import type { HttpServerConfig, McpServerConfig } from '../../src/contract/config.ts'
import type { McpConnection } from '../../src/contract/connection.ts'
import type { McpOptions } from '../../src/contract/service.ts'
import { httpServer, json, older, stream, type Got } from './http-server.ts'
import { always, call, machine, until } from './support.ts'

const open = (config: McpServerConfig, extra: Partial<McpOptions> = {}): Promise<McpConnection> =>
  connect('web', config, machine(extra).options, always)

const result = (id: Got['id'], text: string) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }] },
})

/** Until the test ends, the platform's `fetch` waits for nothing; a limit of the request's own counts. */
function impatientPlatform(): void {
  const key = Symbol.for('undici.globalDispatcher.1')
  type Dispatcher = NonNullable<RequestInit['dispatcher']>
  const platform = globalThis as unknown as { [key]: Dispatcher }
  void new Headers()
  const usual = platform[key]
  const impatient: Dispatcher = Object.create(usual)
  impatient.dispatch = (options, handler) =>
    usual.dispatch({ headersTimeout: 1, bodyTimeout: 1, ...options }, handler)
  platform[key] = impatient
  onTestFinished(() => {
    platform[key] = usual
  })
}

describe('a server by HTTP', () => {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'sdk', version: '1' })
    const inputSchema = fromJsonSchema<{ said: string }>({
      type: 'object',
      properties: { said: { type: 'string', 'x-mcp-header': 'Said' } },
      required: ['said'],
    } as never)
    server.registerTool('echo', { inputSchema }, ({ said }) => ({ content: [{ type: 'text', text: said }] }))
    return server
  })
  const heads: Headers[] = []
  const listening = serve({
    port: 0,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
    fetch: (request) => {
      heads.push(request.headers)
      return handler.fetch(request)
    },
  })
  afterAll(() => void listening.close())

  test('of the newer generation works, with arguments in headers where its schema says so', async () => {
    await until('it listens', () => listening.address() !== null)
    const address = listening.address() as { port: number }
    const headers = { 'X-Own': 'mine' }
    const connection = await open({ type: 'http', url: `http://127.0.0.1:${address.port}/`, headers })
    expect(connection.facts).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28', name: 'sdk' })
    const { tools } = await connection.listTools(always)
    const [echo] = tools
    if (echo === undefined) throw new Error('it has no tool')
    const options = { signal: always, onProgress: () => {} }
    const { content } = await connection.callTool(echo, { said: 'hello' }, options)
    expect(content).toEqual([{ type: 'text', text: 'hello' }])
    expect(heads.at(-1)?.get('mcp-param-said')).toBe('hello')
    expect(heads.every((head) => head.get('x-own') === 'mine')).toBe(true)
    await connection.close()
  })

  test('of the older generation works; a forgotten session is the end, and nothing is repeated', async () => {
    const got: (string | undefined)[] = []
    let isForgotten = false
    const config = await httpServer(
      older((message, answer, request) => {
        got.push(message.params?.name ?? message.method)
        expect(request.headers['mcp-session-id']).toBe('one')
        if (message.method?.startsWith('notifications/') === true) return
        if (isForgotten) return void answer.writeHead(404).end()
        json(answer, result(message.id, 'fine'))
      }),
    )
    const connection = await open(config)
    expect(connection.facts.era).toBe('legacy')
    expect((await call(connection, 'a')).content).toEqual([{ type: 'text', text: 'fine' }])
    isForgotten = true
    await expect(call(connection, 'b')).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' })
    expect(await connection.closed).toBe('the server has forgotten the session')
    await expect(call(connection, 'c')).rejects.toMatchObject({ code: 'MCP_NOT_CONNECTED' })
    expect(got).toEqual(['notifications/initialized', 'a', 'b'])
    await connection.close()
  })

  test('may be silent for as long as a call may, whatever the platform allows', async () => {
    impatientPlatform()
    const finish: (() => void)[] = []
    const config = await httpServer(
      older((message, answer) => {
        if (message.id === undefined) return
        const body = JSON.stringify(result(message.id, 'fine'))
        if (message.params?.name === 'body') finish.push(() => json(answer, body))
        else {
          stream(answer).write(': it works\n\n')
          finish.push(() => void answer.end(`event: message\ndata: ${body}\n\n`))
        }
      }),
    )
    const connection = await open(config)
    for (const name of ['body', 'stream']) {
      const running = call(connection, name)
      await until('it has arrived', () => finish.length === 1)
      const body = JSON.stringify({ id: 0, method: 'tools/call', params: { name } })
      const other = fetch(config.url, { method: 'POST', body }).then((answer) => answer.text())
      // Whoever asked later than the call has given up.
      await expect(other).rejects.toMatchObject({
        cause: { code: expect.stringMatching(/^UND_ERR_.*TIMEOUT$/) },
      })
      for (const each of finish.splice(0)) each()
      expect((await running).content).toEqual([{ type: 'text', text: 'fine' }])
    }
    await connection.close()
  })

  test('that drops connections is asked for its list again, and never for a call', async () => {
    const got: string[] = []
    const config = await httpServer(
      older((message, answer, request) => {
        if (message.id === undefined) return
        got.push(message.method ?? '')
        if (got.length !== 2) request.socket.resetAndDestroy()
        else json(answer, { jsonrpc: '2.0', id: message.id, result: { tools: [{ name: 'a' }] } })
      }),
    )
    const connection = await open(config)
    expect((await connection.listTools(always)).tools).toHaveLength(1)
    await expect(call(connection, 'a')).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' })
    expect(got).toEqual(['tools/list', 'tools/list', 'tools/call'])
    await connection.close()
  })

  verifies(['fault:B004', 'fault:B081'], 'sends exact numbers or none, in a body or a stream', async () => {
    const body = (id: Got['id']) =>
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"new"}],"structuredContent":{"n":4611686018427387905}}}`
    const config = await httpServer(
      older((message, answer) => {
        if (message.params?.name === 'body') json(answer, body(message.id))
        else if (message.id !== undefined)
          stream(answer).end(`event: message\r\ndata: ${body(message.id)}\r\n\r\n`)
      }),
    )
    const connection = await open(config)
    for (const name of ['body', 'stream']) {
      const { content, structured, flaw } = await call(connection, name)
      expect(content).toEqual([{ type: 'new' }])
      expect(structured).toBeUndefined()
      expect(flaw).toContain('4611686018427387905 would be rounded')
    }
    await connection.close()
  })

  verifies(['fault:B042'], 'is told of a cancellation, and its stream is closed', async () => {
    const got: Got[] = []
    let isClosed = false
    const config = await httpServer(
      older((message, answer, request) => {
        got.push(message)
        if (message.params?.name === 'never') {
          stream(answer).write(': wait\n\n')
          request.socket.on('close', () => (isClosed = true))
          answer.on('close', () => (isClosed = true))
        }
      }),
    )
    const connection = await open(config)
    const stop = new AbortController()
    const running = call(connection, 'never', {}, stop.signal)
    await until('it arrived', () => got.some(({ params }) => params?.name === 'never'))
    stop.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
    await until('it was told', () => got.some(({ method }) => method === 'notifications/cancelled'))
    await until('the stream was closed', () => isClosed)
    await connection.close()
  })

  verifies(['security:M4'], 'may send no more than fits, and no stream without an end', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 0x20))
    const config = await httpServer(
      older((message, answer) => {
        if (message.params?.name === 'gzip') {
          answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          answer.end(bomb)
        }
        if (message.params?.name === 'event') stream(answer).end(`data: ${'x'.repeat(20 * 1024 * 1024)}`)
        if (message.params?.name === 'short') stream(answer).end('data: {"jsonrpc":"2.0"}\n\n')
        if (message.params?.name === 'html') answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
        if (message.params?.name === 'busy') answer.writeHead(503).end('later \u001b[31m')
      }),
    )
    const connection = await open(config)
    await expect(call(connection, 'gzip')).rejects.toMatchObject({ code: 'MCP_MALFORMED' })
    await expect(call(connection, 'event')).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' })
    await expect(call(connection, 'short')).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' })
    await expect(call(connection, 'html')).rejects.toMatchObject({ code: 'MCP_SERVER_ERROR' })
    await expect(call(connection, 'busy')).rejects.toThrow(/refused the call: .*later \\u\{1b\}\[31m/)
    await connection.close()
  })

  test('whose stream of news ends at once is not asked without pause', async () => {
    let asked = 0
    const config = await httpServer(
      older(
        () => {},
        (_got, answer) => {
          asked++
          stream(answer).end('retry: 0\nid: 1\n\n')
        },
      ),
    )
    const connection = await open(config)
    await until('it was asked again', () => asked > 3)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(asked).toBeLessThan(12)
    await connection.close()
    // What was under way then still arrives.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const before = asked
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(asked).toBe(before)
  })
})

describe('who may be told what', () => {
  test('a redirect to another origin is not followed, and gets nothing', async () => {
    const seen: string[] = []
    const other = await httpServer((_got, answer, request) => {
      seen.push(JSON.stringify(request.headers))
      answer.writeHead(500).end()
    })
    const config = await httpServer(
      (_got, answer) => void answer.writeHead(307, { location: other.url }).end(),
      {
        headers: { Authorization: 'Bearer secret' },
      },
    )
    await expect(open(config)).rejects.toMatchObject({ code: 'MCP_CONNECT_FAILED' })
    expect(seen).toEqual([])
  })

  test('an address where no server is says so, and how to mend it', async () => {
    const config = await httpServer((_got, answer) => void answer.writeHead(404).end('nothing here'))
    await expect(open(config)).rejects.toMatchObject({ code: 'MCP_CONNECT_FAILED' })
    await expect(open(config)).rejects.toThrow(/nothing here; check the address/)
  })

  test.each([
    ['http://example.com/mcp', 'write https:'],
    ['ftp://example.com/mcp', 'must begin with https:'],
    ['https://user:pass@example.com/mcp', 'credentials'],
    ['example.com', 'must be an address'],
    ['http://127.0.0.1.evil.example/', 'write https:'],
    ['http://[::2]/', 'write https:'],
  ])('%s is refused', async (url, why) => {
    const config: HttpServerConfig = { type: 'http', url, headers: {} }
    await expect(open(config)).rejects.toMatchObject({ code: 'MCP_CONFIG_INVALID' })
    await expect(open(config)).rejects.toThrow(why)
  })

  test('a header that cannot be sent is refused, and nobody at an address is no connection', async () => {
    const wrong: HttpServerConfig = { type: 'http', url: 'https://example.com/', headers: { a: 'b\nc: d' } }
    await expect(open(wrong)).rejects.toMatchObject({ code: 'MCP_CONFIG_INVALID' })
    const nobody: HttpServerConfig = { type: 'http', url: 'http://127.0.0.1:9/', headers: {} }
    await expect(open(nobody)).rejects.toMatchObject({ code: 'MCP_CONNECT_FAILED' })
  })
})

describe('a server that wants a login', () => {
  const guarded = (token: string, settings: Partial<HttpServerConfig> = {}) => {
    const inner = older((message, answer) => {
      if (message.id !== undefined) json(answer, result(message.id, 'in'))
    })
    return httpServer((message, answer, request) => {
      if (request.headers.authorization === `Bearer ${token}`) return inner(message, answer, request)
      answer.writeHead(401, { 'www-authenticate': 'Bearer realm="x"' }).end()
    }, settings)
  }

  test('gets a token, and another one where it refuses the first', async () => {
    let token: string | undefined = 'old'
    const refusals: (string | undefined)[] = []
    const connection = await open(await guarded('new'), {
      authorization: () => ({
        token: async () => token,
        refused: async (header) => {
          refusals.push(header)
          token = 'new'
          return true
        },
      }),
    })
    expect((await call(connection, 'a')).content).toHaveLength(1)
    expect(refusals).toEqual(['Bearer realm="x"'])
    token = 'never'
    await connection.close()
  })

  test('is not reached without one', async () => {
    const config = await guarded('new')
    await expect(open(config)).rejects.toMatchObject({ code: 'MCP_LOGIN_REQUIRED', server: 'web' })
    await expect(open(config)).rejects.toThrow('millrace mcp login web')
    const authorization = () => ({ token: async () => undefined, refused: async () => false })
    await expect(open(config, { authorization })).rejects.toMatchObject({ code: 'MCP_LOGIN_REQUIRED' })
    const stubborn = () => ({ token: async () => 'old', refused: async () => true })
    await expect(open(config, { authorization: stubborn })).rejects.toMatchObject({
      code: 'MCP_LOGIN_REQUIRED',
    })
    const fixed = await guarded('new', { headers: { authorization: 'Bearer old' } })
    await expect(open(fixed, { authorization })).rejects.toMatchObject({ code: 'MCP_CONFIG_INVALID' })
  })
})
