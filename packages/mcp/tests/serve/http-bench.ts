import { connect as connectTo } from 'node:net'
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { serveHttp, type HttpOptions, type ServedEndpoint } from '../../src/server.ts'
import {
  bench,
  clientOf,
  type Bench,
  type BenchOptions,
  type ConnectOptions,
  type Era,
} from './server-bench.ts'

export const token = 'the-token-of-a-test-with-enough-characters'

/** A bench that is served by HTTP. */
export interface HttpBench extends Omit<Bench, 'connect'> {
  readonly endpoint: ServedEndpoint
  readonly connect: (era: Era, options?: ConnectOptions, name?: string) => Promise<Client>
}

export async function httpBench(
  options: BenchOptions = {},
  http: Partial<HttpOptions> = {},
): Promise<HttpBench> {
  const served = await bench(options)
  const endpoint = await serveHttp(served.server, { port: 0, token, ...http })
  onTestFinished(() => endpoint.close())
  return {
    ...served,
    endpoint,
    connect: async (era, how = {}, name) => {
      const client = clientOf(era, how, name)
      const requestInit = { headers: { Authorization: `Bearer ${token}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url), { requestInit }))
      onTestFinished(() => client.close())
      return client
    },
  }
}

/** What a server answered to bytes; the connection was closed by it, or nothing came for a while. */
export interface RawAnswer {
  readonly status: number | undefined
  readonly text: string
}

/**
 * Sends bytes as they are, and waits until the server closes or a whole answer is there.
 * @param firstMs - how long the answer may take to begin.
 */
export function raw(
  port: number,
  bytes: string | Buffer,
  quietMs = 300,
  firstMs = 30_000,
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connectTo(port, '127.0.0.1', () => void socket.write(bytes))
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString('latin1')
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      resolve({ status: status === undefined ? undefined : Number(status), text })
    }
    let timer = setTimeout(end, firstMs)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      clearTimeout(timer)
      timer = setTimeout(end, quietMs)
    })
    socket.on('error', () => {})
    socket.on('close', end)
  })
}
