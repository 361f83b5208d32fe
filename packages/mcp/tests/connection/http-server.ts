import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { HttpServerConfig } from '../../src/contract/config.ts'

/** A message that a server got. */
export interface Got {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly name?: string; readonly arguments?: Record<string, unknown> }
}

export type Respond = (got: Got, answer: ServerResponse, request: IncomingMessage) => void | Promise<void>

/** A server on this machine that answers as it is told, and the configuration that reaches it. */
export async function httpServer(
  respond: Respond,
  settings: Partial<HttpServerConfig> = {},
): Promise<HttpServerConfig> {
  const server = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      void respond(text === '' ? {} : (JSON.parse(text) as Got), answer, request)
    })
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, ...settings }
}

export function json(answer: ServerResponse, message: unknown, headers: Record<string, string> = {}): void {
  answer.writeHead(200, { 'content-type': 'application/json', ...headers })
  answer.end(typeof message === 'string' ? message : JSON.stringify(message))
}

export const stream = (answer: ServerResponse): ServerResponse =>
  answer.writeHead(200, { 'content-type': 'text/event-stream' })

/** The opening of a server of the older generation with a session; other calls go on to `call`. */
export function older(
  call: Respond,
  onGet: Respond = (_got, answer) => void answer.writeHead(405).end(),
): Respond {
  return (got, answer, request) => {
    const { id, method } = got
    if (request.method === 'DELETE') return void answer.writeHead(200).end()
    if (request.method === 'GET') return onGet(got, answer, request)
    if (method === 'initialize') {
      const capabilities = { tools: { listChanged: true } }
      const serverInfo = { name: 'older', version: '1' }
      const result = { protocolVersion: '2025-06-18', capabilities, serverInfo }
      return json(answer, { jsonrpc: '2.0', id, result }, { 'mcp-session-id': 'one' })
    }
    if (method === 'server/discover') return void answer.writeHead(400).end('{"jsonrpc":"2.0","id":null}')
    if (method?.startsWith('notifications/') === true) {
      void call(got, answer, request)
      return void answer.writeHead(202).end()
    }
    return call(got, answer, request)
  }
}
