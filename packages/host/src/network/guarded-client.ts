import type { IncomingMessage } from 'node:http'
import { isHarnessError } from '@millrace/protocol'
import { allowedPlaces, type AllowedPlaces } from './allowed-places.ts'
import { boundedBody } from './bounded-body.ts'
import { acceptEncoding } from './content-codings.ts'
import { Deadline } from './deadline.ts'
import { dial, plainConnect, type Connect } from './dial.ts'
import { exchange } from './exchange.ts'
import { judgedAddresses, systemResolve, type Resolve } from './judged-addresses.ts'
import { networkLimits, type NetworkLimits } from './limits.ts'
import { badResponse, NetworkError } from './network-error.ts'
import { privateHostReason } from './private-host-reason.ts'
import { redirectTarget } from './redirect.ts'
import { webUrl } from './web-url.ts'
import { untilAborted } from '../until-aborted.ts'

/** How a client reaches the network, and what the operator opened to it. */
export interface GuardedClientOptions {
  /** Private places that may be reached all the same, each `host:port`; never from a tool's arguments. */
  readonly allow?: readonly string[]
  readonly limits?: Partial<NetworkLimits>
  /** Finds all addresses of a name; the system does, unless given. */
  readonly resolve?: Resolve
  /** Opens a connection to a judged address; where it really leads is checked again. */
  readonly connect?: Connect
  /** Certificates in PEM that are trusted besides those that Node brings along. */
  readonly certificates?: readonly string[]
}

/** What to ask for. */
export interface WebRequest {
  readonly signal?: AbortSignal
  /** Sent with every request; redirects lead to the same origin only. */
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes of the body after decoding, where they are fewer than the client's own limit. */
  readonly maxBytes?: number
}

/** What a server answered, whatever its status. */
export interface WebAnswer {
  /** Where the answer came from in the end. */
  readonly url: string
  readonly status: number
  /** By their names in lower case; those that may be repeated are joined by commas. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded. */
  readonly body: Uint8Array
  /** Whether the body goes on behind what was read. */
  readonly truncated: boolean
  /** The addresses that were redirected to, in order. */
  readonly redirects: readonly string[]
}

/** A client for strangers' addresses: it reaches public hosts alone. */
export interface GuardedClient {
  /**
   * Asks for an address by GET.
   * @throws NetworkError for everything that is no answer; the signal's reason once that is aborted.
   */
  get(url: string, request?: WebRequest): Promise<WebAnswer>
  /** Why an address, or `host:port`, is refused by its spelling alone; undefined where it takes more to know. */
  refusal(place: string): string | undefined
}

/**
 * An HTTP client whose every connection, that of a redirect too, leads to an address that was judged to be public.
 * It keeps no connection and no cookie, and takes no proxy from the environment.
 */
export function guardedClient(options: GuardedClientOptions = {}): GuardedClient {
  const settings: Settings = {
    allowed: allowedPlaces(options.allow ?? []),
    limits: { ...networkLimits, ...options.limits },
    resolve: options.resolve ?? systemResolve,
    connect: options.connect ?? plainConnect,
    certificates: options.certificates ?? [],
  }
  return {
    get: (url, request = {}) => get(url, request, settings),
    refusal: (place) => privateHostReason(place, options.allow),
  }
}

interface Settings {
  readonly allowed: AllowedPlaces
  readonly limits: NetworkLimits
  readonly resolve: Resolve
  readonly connect: Connect
  readonly certificates: readonly string[]
}

async function get(spelling: string, request: WebRequest, settings: Settings): Promise<WebAnswer> {
  const { limits } = settings
  let url = webUrl(spelling)
  const redirects: string[] = []
  const deadline = new Deadline(limits.totalMs, request.signal)
  try {
    for (;;) {
      const hop = await visit(url, request, settings, deadline)
      if ('body' in hop) return { url: url.href, redirects, ...hop }
      if (redirects.length === limits.redirects) throw tooMany(url, redirects.length)
      redirects.push(hop.target.href)
      url = hop.target
    }
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : error
  } finally {
    deadline.close()
  }
}

type Hop = { readonly target: URL } | Omit<WebAnswer, 'url' | 'redirects'>

/** One request of the chain, over a connection that ends with it. */
async function visit(url: URL, request: WebRequest, settings: Settings, deadline: Deadline): Promise<Hop> {
  const { limits } = settings
  deadline.begin(limits.connectMs, `to ${url.host} got no connection`)
  const addresses = await untilAborted(
    judgedAddresses(url, settings.resolve, settings.allowed),
    deadline.signal,
  )
  const { signal } = deadline
  const attemptMs = Math.ceil(limits.connectMs / 3)
  const socket = await dial(url, addresses, { ...settings, signal, attemptMs })
  try {
    deadline.begin(limits.idleMs, `to ${url.host} got no answer`)
    const headers = {
      accept: '*/*',
      'user-agent': 'millrace',
      ...request.headers,
      'accept-encoding': acceptEncoding,
    }
    const answer = await exchange(socket, { url, headers, headerBytes: limits.headerBytes, signal })
    const target = redirectTarget(url, answer.statusCode ?? 0, answer.headers.location, settings.allowed)
    return target === undefined ? await answerOf(answer, request, limits, deadline) : { target }
  } catch (error) {
    throw isHarnessError(error) || signal.aborted ? error : badResponse(url.host, error)
  } finally {
    socket.destroy()
  }
}

async function answerOf(
  answer: IncomingMessage,
  request: WebRequest,
  limits: NetworkLimits,
  deadline: Deadline,
): Promise<Hop> {
  deadline.begin(limits.idleMs, 'got no further part of the answer')
  const maxBytes = Math.min(request.maxBytes ?? Infinity, limits.bodyBytes)
  const reading = boundedBody(answer, maxBytes, () => deadline.renew())
  const { bytes, isCut } = await untilAborted(reading, deadline.signal)
  return { status: answer.statusCode ?? 0, headers: headersOf(answer), body: bytes, truncated: isCut }
}

function headersOf({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'set-cookie' ? [] : [[name, String(value)] as const],
  )
  return new Map(entries)
}

function tooMany(url: URL, count: number): NetworkError {
  return new NetworkError('WEB_TOO_MANY_REDIRECTS', `${url.host} redirects more than ${count} times`)
}
