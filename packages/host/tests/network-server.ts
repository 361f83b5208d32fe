import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { certificate, certificateKey } from './network-certificate.ts'

/** A server on the loopback address for one test. */
export interface TestServer {
  readonly port: number
  /** `127.0.0.1:port`. */
  readonly place: string
  readonly url: (path?: string) => string
  /** Whatever was sent to it, a text for each connection. */
  readonly received: readonly string[]
  /** How many connections are open. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** Serves HTTP. */
export function serve(listener: RequestListener, host = '127.0.0.1'): Promise<TestServer> {
  return start(createHttpServer(listener), 'http', host)
}

/** Serves HTTP over TLS, with a certificate that nobody trusts. */
export function serveSecurely(listener: RequestListener): Promise<TestServer> {
  return start(createTlsServer({ cert: certificate, key: certificateKey }, listener), 'https')
}

/** Answers each connection by hand. */
export function serveRaw(onConnection: (socket: Socket) => void): Promise<TestServer> {
  return start(createServer(onConnection), 'http')
}

async function start(server: Server, scheme: string, host = '127.0.0.1'): Promise<TestServer> {
  const sockets = new Set<Socket>()
  const received: string[] = []
  server.on('connection', (socket: Socket) => {
    const index = received.push('') - 1
    sockets.add(socket)
    socket.on('data', (data: Buffer) => (received[index] += data.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    place: `${host}:${port}`,
    url: (path = '/') => `${scheme}://${host}:${port}${path}`,
    received,
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Waits until all connections of a server are gone. */
export async function closed(server: TestServer): Promise<void> {
  const deadline = performance.now() + 30_000
  while (server.connections() > 0) {
    if (performance.now() > deadline) throw new Error(`${server.connections()} connections stay open`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
