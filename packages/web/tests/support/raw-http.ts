import { connect } from 'node:net'
import { token } from './served.ts'

/** What a server answered to bytes. */
export interface RawAnswer {
  /** Of the first answer; `undefined` where there was none. */
  readonly status: number | undefined
  /** All that came. */
  readonly text: string
  /** Whether the server ended the connection; otherwise nothing came for a while. */
  readonly isClosed: boolean
}

/** How bytes are sent. */
export interface RawOptions {
  /** Ends the sending side behind the bytes. */
  readonly half?: true
  /** Milliseconds without a further byte after which nothing more is waited for. */
  readonly quietMs?: number
}

/** Milliseconds in which a server under load begins to answer, if it does. */
const beginsMs = 20_000

/** Sends bytes as they are, piece by piece, and waits until the server closes or is quiet. */
export function raw(
  port: number,
  bytes: string | Buffer | readonly (string | Buffer)[],
  { half, quietMs = 400 }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      for (const piece of [bytes].flat()) socket.write(piece as string | Buffer)
      if (half === true) socket.end()
    })
    const end = (isClosed: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString('latin1')
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      resolve({ status: status === undefined ? undefined : Number(status), text, isClosed })
    }
    // What came while the machine stood still is read before it counts as quiet.
    const quietAfter = (milliseconds: number): NodeJS.Timeout => {
      const own = setTimeout(() => setImmediate(() => timer === own && end(false)), milliseconds)
      return own
    }
    let timer = quietAfter(Math.max(quietMs * 5, beginsMs))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      clearTimeout(timer)
      timer = quietAfter(quietMs)
    })
    socket.on('error', () => {})
    socket.on('end', () => end(true))
    socket.on('close', () => end(true))
  })
}

/** Changes of the headers of a request: another value, several lines of one name, or none. */
export type HeaderChanges = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request that would be served, apart from what is changed of it. */
export function requestText(
  port: number,
  method: string,
  path: string,
  changes: HeaderChanges = {},
  body = '{}',
): string {
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const headers: HeaderChanges = {
    Host: `127.0.0.1:${port}`,
    Authorization: `Bearer ${token}`,
    Connection: 'close',
    ...(hasBody && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...changes,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).map((each) => `${name}: ${String(each)}\r\n`),
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${hasBody ? body : ''}`
}
