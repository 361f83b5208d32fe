import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { localRefusal, type LocalAccess } from './local-guard.ts'

/** An answer of a server to what it does not serve. */
export interface LoopbackRefusal {
  readonly status: number
  /** For whoever wrote the client. */
  readonly reason: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a server of this machine does with requests. */
export interface LoopbackService {
  /** Whether what is asked for is everybody's who may talk to the server at all; by default it needs the token. */
  isPublic?(request: IncomingMessage): boolean
  /** Judges by route and method, once it is known who asks and before anything is read. */
  refusal?(request: IncomingMessage): LoopbackRefusal | undefined
  /** How a refusal is told, as JSON. */
  told(refusal: LoopbackRefusal): unknown
  serve(request: IncomingMessage, response: ServerResponse): void
}

/** Where a server listens, and what it reads before it knows who asks. */
export interface LoopbackOptions {
  /** Of this machine alone; any that is free where it is 0. */
  readonly port: number
  /** What every request must bring as `Authorization: Bearer`. At least 32 characters. */
  readonly token: string
  /** Headers of every refusal. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds until the headers of a request are there; 10,000 unless given. */
  readonly headersMs?: number
  /** Milliseconds until all of a request is there; 60,000 unless given. */
  readonly requestMs?: number
}

/** A server that listens on this machine alone. */
export interface LoopbackServer {
  readonly port: number
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** Takes no further connections; what is open may end by itself. */
  stop(): void
  /** Cuts off whatever is open. */
  cut(): void
}

const address = '127.0.0.1'
const shortestToken = 32

/**
 * Listens on the loopback interface, for programs of this machine that know the token. Requests are judged by their headers
 * before anything else of them is read; there is no way to listen elsewhere.
 * @throws TypeError for a token that could be guessed; the error of the system where the port cannot be had.
 */
export async function listenOnLoopback(
  service: LoopbackService,
  options: LoopbackOptions,
): Promise<LoopbackServer> {
  const { token } = options
  if (token.length < shortestToken)
    throw new TypeError(`the token has ${token.length} characters; it needs ${shortestToken} at least`)
  let access: LocalAccess | undefined
  const refusalOf = (request: IncomingMessage): LoopbackRefusal | undefined =>
    access === undefined
      ? { status: 403, reason: 'the server is not ready' }
      : judged(request, service, access)
  const server = listening(service, refusalOf, options)
  const port = await bound(server, options.port)
  const hosts = [`${address}:${port}`, `localhost:${port}`]
  access = { hosts, origins: hosts.map((host) => `http://${host}`), token }
  return {
    port,
    origin: `http://${address}:${port}`,
    stop: () => void server.close(),
    cut: () => server.closeAllConnections(),
  }
}

/** A server with bounds on what it reads before anybody is known: on headers, and on the time until a request is there. */
function listening(
  service: LoopbackService,
  refusalOf: (request: IncomingMessage) => LoopbackRefusal | undefined,
  { headersMs = 10_000, requestMs = 60_000, headers = {} }: LoopbackOptions,
): Server {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs, 2_000),
    keepAliveTimeout: 5_000,
  })
  server.maxConnections = 256
  const admitted = (request: IncomingMessage, response: ServerResponse): boolean => {
    const refusal = refusalOf(request)
    if (refusal !== undefined)
      refuse(request, response, { ...refusal, headers: { ...headers, ...refusal.headers } }, service)
    return refusal === undefined
  }
  server.on('request', (request, response) => {
    if (admitted(request, response)) service.serve(request, response)
  })
  // Nobody is told to go on before it is known who they are.
  server.on('checkContinue', (request, response) => {
    if (!admitted(request, response)) return
    response.writeContinue()
    service.serve(request, response)
  })
  server.on('checkExpectation', (request, response) => {
    const refusal = { status: 417, reason: 'the header expect can only be 100-continue', headers }
    if (admitted(request, response)) refuse(request, response, refusal, service)
  })
  return server
}

/** Headers first, whatever the route: who may not talk to the server learns nothing about it. */
function judged(
  request: IncomingMessage,
  service: LoopbackService,
  access: LocalAccess,
): LoopbackRefusal | undefined {
  const { method = '', url = '', rawHeaders } = request
  const isPublic = service.isPublic?.(request) === true
  const refusal = localRefusal({ method, rawHeaders }, access, isPublic ? 'public' : 'secret')
  if (refusal === undefined && request.httpVersionMajor !== 1)
    return { status: 400, reason: 'the version must be HTTP/1.1' }
  // An address as the path would say another host than the header that was judged.
  if (refusal === undefined && (!url.startsWith('/') || url.includes('#')))
    return {
      status: 400,
      reason: 'what is asked for must be a path, which begins with / and has no fragment',
    }
  if (refusal === undefined) return service.refusal?.(request)
  return refusal.status === 401 ? { ...refusal, headers: { 'WWW-Authenticate': 'Bearer' } } : refusal
}

/** Answers without reading the rest of the request, and ends the connection. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: LoopbackRefusal,
  service: LoopbackService,
): void {
  response.writeHead(refusal.status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...refusal.headers,
    Connection: 'close',
  })
  response.end(JSON.stringify(service.told(refusal)), () => request.socket.destroySoon())
}

function bound(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
