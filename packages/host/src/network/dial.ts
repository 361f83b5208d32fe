import { connect as openSocket, isIP, type Socket } from 'node:net'
import { connect as openTls, rootCertificates, type TLSSocket } from 'node:tls'
import { isSameAddress } from './address-ranges.ts'
import { NetworkError, tlsError, unreachable } from './network-error.ts'
import { hostnameOf, portOf } from './web-url.ts'

/** Opens a connection to an address that was judged. */
export type Connect = (target: { readonly address: string; readonly port: number }) => Socket

/** A plain connection, with nothing in between. */
export const plainConnect: Connect = ({ address, port }) => openSocket({ host: address, port })

/** Addresses of one host that are tried. */
const mostAddresses = 8

/** What dialling needs besides the place. */
export interface DialOptions {
  readonly connect: Connect
  /** Certificates in PEM that are trusted besides those that Node brings along. */
  readonly certificates: readonly string[]
  readonly signal: AbortSignal
  /** Milliseconds for one address, as long as there is another one to try. */
  readonly attemptMs: number
}

/** A connection to one of the addresses, secured where the URL says so. The signal ends it for good. */
export async function dial(url: URL, addresses: readonly string[], options: DialOptions): Promise<Socket> {
  const socket = await firstThatAnswers(url, addresses.slice(0, mostAddresses), options)
  return url.protocol === 'https:' ? secure(socket, url, options) : socket
}

async function firstThatAnswers(
  url: URL,
  addresses: readonly string[],
  { connect, signal, attemptMs }: DialOptions,
): Promise<Socket> {
  let failure: unknown
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1
    try {
      const socket = connect({ address, port: portOf(url) })
      return await connected(socket, address, signal, isLast ? undefined : attemptMs)
    } catch (error) {
      if (signal.aborted || error instanceof NetworkError) throw error
      failure = error
    }
  }
  throw unreachable(url.host, failure)
}

/** Waits for the connection, and looks where it really leads before anything is sent. */
async function connected(
  socket: Socket,
  address: string,
  signal: AbortSignal,
  attemptMs: number | undefined,
): Promise<Socket> {
  const late = attemptMs === undefined ? undefined : setTimeout(() => socket.destroy(timedOut()), attemptMs)
  try {
    await opened(socket, 'connect', signal)
  } finally {
    clearTimeout(late)
  }
  const { remoteAddress = '' } = socket
  if (isSameAddress(remoteAddress, address)) return socket
  socket.destroy()
  throw new NetworkError('WEB_PRIVATE_ADDRESS', `the connection to ${address} led to another address`)
}

function timedOut(): NodeJS.ErrnoException {
  return Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
}

async function secure(socket: Socket, url: URL, { certificates, signal }: DialOptions): Promise<TLSSocket> {
  const host = hostnameOf(url).replace(/\.$/, '')
  const secured = openTls({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(certificates.length === 0 ? {} : { ca: [...rootCertificates, ...certificates] }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Stated, because the environment could turn it off otherwise.
    rejectUnauthorized: true,
  })
  try {
    return await opened(secured, 'secureConnect', signal)
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? error : tlsError(url.host, error)
  }
}

/** Resolves at the event; rejects, with the socket destroyed, at an error, an end, or the signal. */
function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  let letGo = (): void => undefined
  const opening = new Promise<S>((resolve, reject) => {
    const abort = (): void => void socket.destroy()
    const closed = (): void => reject(signal.aborted ? signal.reason : ended())
    letGo = () => {
      signal.removeEventListener('abort', abort)
      socket.off('close', closed)
    }
    socket.once(event, () => resolve(socket))
    socket.once('close', closed)
    // Stays: an error after this step must not be unhandled, whoever holds the socket by then.
    socket.on('error', reject)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
  })
  return opening.finally(letGo)
}

function ended(): NodeJS.ErrnoException {
  return Object.assign(new Error('closed'), { code: 'ECONNRESET' })
}
