import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Server as NetServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isHarnessError, shown } from '@millrace/protocol'
import { allowedPlaces, type AllowedPlaces } from '../../network/allowed-places.ts'
import { dial, plainConnect } from '../../network/dial.ts'
import { judgedAddresses, systemResolve, type Resolve } from '../../network/judged-addresses.ts'
import type { EgressJudge } from './egress-judge.ts'
import { plainHost, type Place } from './egress-list.ts'

const connectMs = 15_000
const attemptMs = 5_000
const mostTunnels = 256

// For one hop only, so that they are not passed on.
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * The way out of a sandbox: a proxy for HTTP, and for anything else by CONNECT, that leads only to places which the
 * judge allows, and there only to addresses that are public or were listed.
 */
export class EgressProxy {
  private readonly judge: EgressJudge
  private readonly resolve: Resolve
  private readonly opened: AllowedPlaces
  private readonly server: Server
  private readonly sockets = new Set<Duplex>()

  constructor(judge: EgressJudge, resolve: Resolve = systemResolve) {
    this.judge = judge
    this.resolve = resolve
    this.opened = allowedPlaces(judge.list.exact)
    this.server = createServer((asked, answer) => void this.forward(asked, answer))
    this.server.on('connect', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
      void this.tunnel(asked, socket, head)
    })
    this.server.on('clientError', (_, socket) => socket.destroy())
  }

  /** Answers whoever connects to a port that listens elsewhere. */
  serve(port: NetServer): void {
    port.on('connection', (socket: Socket) => {
      if (this.sockets.size >= mostTunnels) socket.destroy()
      else this.server.emit('connection', this.keep(socket))
    })
  }

  /** Ends all connections. */
  close(): void {
    for (const socket of this.sockets) socket.destroy()
    this.server.closeAllConnections()
  }

  private async tunnel({ url = '' }: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    try {
      const far = this.keep(await this.reach(placeIn(url), goneWith(socket)))
      if (socket.destroyed) {
        far.destroy()
        return
      }
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      far.write(head)
      join(socket, far)
    } catch (error) {
      const { status, text } = refusal(error)
      const lines = ['content-type: text/plain; charset=utf-8', `content-length: ${Buffer.byteLength(text)}`]
      socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('\r\n')}\r\nconnection: close\r\n\r\n${text}`)
    }
  }

  private async forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    asked.on('error', () => answer.destroy())
    answer.on('error', () => answer.destroy())
    try {
      const url = httpUrl(asked.url ?? '')
      const far = this.keep(await this.reach(placeIn(url.host, 80), goneWith(asked.socket)))
      const headers = { ...passedOn(asked.headers), host: url.host, connection: 'close' }
      answer.on('close', () => far.destroy())
      const onward = request({
        method: asked.method ?? 'GET',
        path: url.pathname + url.search,
        headers,
        createConnection: () => far,
      })
      onward.on('error', (error) => refuse(answer, error))
      onward.on('response', (got) => hand(got, answer))
      // Nobody asked for another protocol; without a listener, the exchange would never end.
      onward.on('upgrade', () => refuse(answer, new Error('the server changed the protocol unasked')))
      asked.pipe(onward)
    } catch (error) {
      refuse(answer, error)
    }
  }

  /** A connection to an allowed place, whose address was judged. */
  private async reach(place: Place | undefined, gone: AbortSignal): Promise<Socket> {
    if (place === undefined) throw new Refusal('asked for no host and port')
    const { host, port } = place
    const { allowed, message } = await this.judge.judge(place, gone)
    if (allowed !== true) {
      const why = message === undefined ? 'nobody agreed to it' : `was refused: ${shown(message)}`
      throw new Refusal(`${host}:${port} is not on the egress list, and ${why}`)
    }
    const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`)
    const deadline = AbortSignal.timeout(connectMs)
    const addresses = await judgedAddresses(url, this.resolve, this.opened)
    return dial(url, addresses, { connect: plainConnect, certificates: [], signal: deadline, attemptMs })
  }

  private keep<S extends Duplex>(socket: S): S {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    return socket
  }
}

/** A request that goes nowhere; the message is for the program that made it. */
class Refusal extends Error {}

/** Aborts when a connection has ended. */
function goneWith(socket: Duplex): AbortSignal {
  const gone = new AbortController()
  if (socket.destroyed) gone.abort()
  else socket.once('close', () => gone.abort())
  return gone.signal
}

function join(near: Duplex, far: Duplex): void {
  near.pipe(far)
  far.pipe(near)
  near.on('close', () => far.destroy())
  far.on('close', () => near.destroy())
  far.on('error', () => near.destroy())
}

/** Hands an answer on, with whatever a hostile server put into it. */
function hand(got: IncomingMessage, answer: ServerResponse): void {
  // One that is cut off must not look whole, nor be waited for.
  got.on('close', () => void (got.complete || answer.destroy()))
  got.on('error', () => answer.destroy())
  try {
    answer.writeHead(got.statusCode ?? 0, passedOn(got.headers))
    got.pipe(answer)
  } catch (error) {
    got.destroy()
    refuse(answer, error)
  }
}

function refuse(answer: ServerResponse, error: unknown): void {
  if (answer.headersSent) {
    answer.destroy()
    return
  }
  const { status, text } = refusal(error)
  answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text)
}

function refusal(error: unknown): { status: number; text: string } {
  const isRefused =
    error instanceof Refusal || (isHarnessError(error) && error.code === 'WEB_PRIVATE_ADDRESS')
  const why = error instanceof Error ? error.message : String(error)
  return { status: isRefused ? 403 : 502, text: `millrace sandbox: ${why}\n` }
}

/** `host:port` as CONNECT names it, or the host of a URL, whose port may go without saying. */
function placeIn(text: string, usualPort?: number): Place | undefined {
  const [, spelling = '', digits] = /^(.+?)(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = plainHost(spelling)
  const port = digits === undefined ? usualPort : Number(digits)
  return host === undefined || port === undefined || port < 1 || port > 65_535 ? undefined : { host, port }
}

function httpUrl(spelling: string): URL {
  const url = URL.canParse(spelling) ? new URL(spelling) : undefined
  if (url?.protocol !== 'http:')
    throw new Refusal('forwards requests for http addresses; use CONNECT for others')
  return url
}

function passedOn(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopHeaders.has(name) && !named.has(name)),
  )
}
