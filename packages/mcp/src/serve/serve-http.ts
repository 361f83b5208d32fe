import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { localRefusal, type LocalAccess } from '@millrace/host'
import { LegacySessions, refusal, type SessionLimits } from './legacy-sessions.ts'
import { NamedSeats } from './named-seats.ts'
import type { ToolServer } from './tool-server.ts'

/** How the tools are served by HTTP. */
export interface HttpOptions extends Partial<SessionLimits> {
  /** Of this machine alone; any that is free where it is 0. */
  readonly port: number
  /** What every request must bring as `Authorization: Bearer`. At least 32 characters. */
  readonly token: string
}

/** A server that listens. */
export interface ServedEndpoint {
  readonly url: string
  readonly port: number
  /** Ends all connections; calls are cancelled and waited for. Idempotent. */
  close(): Promise<void>
}

/** All routes, with the methods of each. */
export const httpRoutes: Readonly<Record<string, readonly string[]>> = { '/mcp': ['GET', 'POST', 'DELETE'] }

const usual: SessionLimits = { maxBodyBytes: 16 * 1024 * 1024, maxSessions: 64, idleMs: 3_600_000 }
const address = '127.0.0.1'
const shortestToken = 32

type Fetch = (request: Request) => Promise<Response>

/**
 * Serves the tools by streamable HTTP, to programs of this machine that know the token.
 * @throws TypeError for a token that could be guessed; the error of the system where the port cannot be had.
 */
export async function serveHttp(
  from: ToolServer,
  { port: wanted, token, ...limits }: HttpOptions,
): Promise<ServedEndpoint> {
  if (token.length < shortestToken)
    throw new TypeError(`the token has ${token.length} characters; it needs ${shortestToken} at least`)
  const [sdk, { getRequestListener }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@hono/node-server'),
  ])
  const bounds = { ...usual, ...limits }
  const sessions = new LegacySessions(from, sdk, bounds)
  const seats = new NamedSeats(from)
  const modern = sdk.createMcpHandler(({ era }) => from.serve(seats, era), {
    legacy: 'reject',
    maxRequestBodySize: bounds.maxBodyBytes,
    onerror: (error) => from.warn('a request of a client', error),
  })
  const stop = from.onToolsChanged(() => modern.notify.toolsChanged())
  const fetch: Fetch = async (request) => {
    const isLegacy = await sdk.isLegacyRequest(request, undefined, {
      maxRequestBodySize: bounds.maxBodyBytes,
    })
    return isLegacy ? sessions.fetch(request) : modern.fetch(request)
  }
  const listener = getRequestListener((request) => fetch(request as Request), {
    overrideGlobalObjects: false,
  })
  let access: LocalAccess | undefined
  const server = listening(
    (request, response) => void listener(request, response),
    () => access,
  )
  const port = await bound(server, wanted)
  const hosts = [`${address}:${port}`, `localhost:${port}`]
  access = { hosts, origins: hosts.map((host) => `http://${host}`), token }
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    stop()
    server.close()
    await Promise.all([sessions.close(), seats.close()])
    await modern.close()
    server.closeAllConnections()
  }
  return { url: `http://${address}:${port}/mcp`, port, close: () => (closing ??= close()) }
}

/** A server with bounds on what it reads before anybody is known: on headers, and on the time until a request is there. */
function listening(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  access: () => LocalAccess | undefined,
): HttpServer {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 5_000,
  })
  server.maxConnections = 256
  const judged = (request: IncomingMessage, response: ServerResponse): boolean => {
    const refused = judge(request, access())
    if (refused === undefined) return true
    void refuse(request, response, refused)
    return false
  }
  server.on('request', (request, response) => {
    if (judged(request, response)) serve(request, response)
  })
  // Nobody is told to go on before it is known who they are.
  server.on('checkContinue', (request, response) => {
    if (!judged(request, response)) return
    response.writeContinue()
    serve(request, response)
  })
  return server
}

/** Headers first, whatever the route: who may not talk to the server learns nothing about it. */
function judge(
  { method = '', url = '', rawHeaders }: IncomingMessage,
  known: LocalAccess | undefined,
): Response | undefined {
  if (known === undefined) return refusal(403, 'the server is not ready')
  const refused = localRefusal({ method, rawHeaders }, known)
  if (refused !== undefined) {
    const { status, reason } = refused
    return refusal(status, reason, status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
  }
  const methods = httpRoutes[url]
  if (methods === undefined)
    return refusal(404, `there is nothing here: the server is at ${Object.keys(httpRoutes).join(', ')}`)
  return methods.includes(method)
    ? undefined
    : refusal(405, `the method ${method} means nothing here`, { Allow: methods.join(', ') })
}

/** Answers without reading the rest of the request, and ends the connection. */
async function refuse(request: IncomingMessage, response: ServerResponse, refused: Response): Promise<void> {
  const body = await refused.text()
  response.writeHead(refused.status, {
    ...Object.fromEntries(refused.headers),
    Connection: 'close',
    'Cache-Control': 'no-store',
  })
  response.end(body, () => request.socket.destroySoon())
}

function bound(server: HttpServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
