import { createHash, timingSafeEqual } from 'node:crypto'

/** A request to a server of this machine, as far as it is judged. */
export interface LocalRequest {
  readonly method: string
  /** Names and values in turn, as they came: `rawHeaders` of Node. A name that comes twice must not hide one of them. */
  readonly rawHeaders: readonly string[]
}

/** Who may talk to a server of this machine. */
export interface LocalAccess {
  /** Exact values of `Host`, with the port: `127.0.0.1:4000`. */
  readonly hosts: readonly string[]
  /** Exact values of `Origin`, of the pages of the server itself; requests of programs have none. */
  readonly origins: readonly string[]
  /** The secret of `Authorization: Bearer`. */
  readonly token: string
}

/** Why a request is not served. */
export interface LocalRefusal {
  readonly status: 400 | 401 | 403 | 415
  /** For whoever wrote the client; it says nothing of the secret. */
  readonly reason: string
}

/** Headers that decide something: two of one name are refused, as parsers differ in which one counts. */
const once = [
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
] as const

/** Methods without a body. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS'])

/**
 * Judges a request to a server of this machine by its headers alone, before anything of it is read: pages of others, other
 * programs and whoever rebinds a name to this machine get nothing. To be asked on every route, for every method.
 * @param asked - `public` for what holds nothing of anybody, such as the files of the server's own page, which a browser loads
 * before a page knows the token. It can be read without a token, and a link of another site may lead a whole tab there; nothing
 * else can be done without one.
 * @returns why it is refused; `undefined` where it may be served.
 */
export function localRefusal(
  request: LocalRequest,
  access: LocalAccess,
  asked: 'secret' | 'public' = 'secret',
): LocalRefusal | undefined {
  const headers = headersOf(request.rawHeaders)
  const twice = once.find((name) => (headers.get(name)?.length ?? 0) > 1)
  if (twice !== undefined) return { status: 400, reason: `the header ${twice} must come once` }
  const isPublic = asked === 'public' && (request.method === 'GET' || request.method === 'HEAD')
  const foreign = foreignRefusal(headers, access, isPublic)
  if (foreign !== undefined) return foreign
  if (!isPublic && !hasToken(headers.get('authorization')?.[0], access.token))
    return {
      status: 401,
      reason: 'the header authorization must be "Bearer" and the token that the server printed',
    }
  if (hasBody(request.method, headers) && !isJson(headers.get('content-type')?.[0]))
    return { status: 415, reason: 'the header content-type must be application/json' }
  return undefined
}

type Headers = ReadonlyMap<string, readonly string[]>

/** Where a request comes from: of this very server, of a person or of a program, or refused. */
function foreignRefusal(headers: Headers, access: LocalAccess, isPublic: boolean): LocalRefusal | undefined {
  const [host, origin, site] = (['host', 'origin', 'sec-fetch-site'] as const).map(
    (name) => headers.get(name)?.[0],
  )
  if (host === undefined || !access.hosts.includes(host))
    return { status: 403, reason: `the header host must be ${access.hosts.join(' or ')}` }
  if (origin !== undefined && !access.origins.includes(origin))
    return { status: 403, reason: 'requests of pages of other origins are not served' }
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !(isPublic && opensTab(headers)))
    return { status: 403, reason: 'requests of pages of other sites are not served' }
  return undefined
}

/** Whether the answer becomes a tab of its own, which no other page can read or frame. */
function opensTab(headers: Headers): boolean {
  return (
    headers.get('sec-fetch-mode')?.[0] === 'navigate' && headers.get('sec-fetch-dest')?.[0] === 'document'
  )
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Map<string, string[]>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), raw[at + 1] ?? ''])
  }
  return headers
}

/** Takes a time that says nothing about where the secrets differ. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
  return given !== undefined && token !== '' && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function hasBody(method: string, headers: Headers): boolean {
  const length = headers.get('content-length')?.[0]
  return !bodiless.has(method) || headers.has('transfer-encoding') || (length !== undefined && length !== '0')
}

function isJson(type: string | undefined): boolean {
  return /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(type ?? '')
}
