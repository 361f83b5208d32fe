import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { McpError } from '../contract/error.ts'
import { boundedFetch, type AuthRequests } from './bounded-fetch.ts'
import { loginFailure, type Sdk } from './login-failure.ts'
import { endpoint, shownAddress } from './safe-address.ts'

/** What an authorization server says of itself: of the endpoints that the SDK does not know each may be anything. */
export type ServerMetadata = AuthorizationServerMetadata & {
  readonly revocation_endpoint?: unknown
  readonly device_authorization_endpoint?: unknown
}

/** Who gives tokens for a server, and what it says of that. */
export interface FoundAuthorization {
  readonly authorizationServer: string
  /** Its own name for itself, which the answers to a login must bear. */
  readonly issuer: string
  /** Absent for a server of the first revision with logins, whose endpoints have fixed addresses. */
  readonly metadata?: ServerMetadata
  /** What tokens are for, in the server's own words. */
  readonly resource?: string
  /** Scopes that the server asked for when it refused a request without a token; before all that it merely supports. */
  readonly challenged?: string
  readonly supported?: string
}

/**
 * Finds out where a login to a server leads: by what it answers to a request without a token, then by its metadata, then by
 * those of its authorization server. Every address is judged before anything is sent there.
 * @param seen - the `WWW-Authenticate` header of a refusal that is known already; asked for without it.
 * @throws McpError.
 */
export async function discover(
  requests: AuthRequests,
  sdk: Sdk,
  seen: string | undefined,
): Promise<FoundAuthorization> {
  const { name, server } = requests
  const refusal = seen === undefined ? await refusalOf(requests) : { isRefused: true, header: seen }
  const challenge = challengeIn(refusal.header, sdk)
  const resource = await resourceMetadata(requests, sdk, challenge.resourceMetadataUrl)
  if (resource !== undefined) requireResource(name, server, resource.resource, sdk)
  const authorizationServer = resource?.authorization_servers?.[0] ?? new URL('/', server).href
  const metadata = await serverMetadata(requests, sdk, authorizationServer)
  if (metadata === undefined) {
    if (resource !== undefined) throw noMetadata(name, authorizationServer)
    if (!refusal.isRefused) throw noLogin(name)
  }
  return {
    authorizationServer,
    issuer: metadata?.issuer ?? authorizationServer,
    ...(metadata === undefined ? {} : { metadata }),
    ...wordsOf(resource, challenge.scope),
  }
}

function wordsOf(
  resource: ResourceMetadata | undefined,
  challenged: string | undefined,
): Pick<FoundAuthorization, 'resource' | 'challenged' | 'supported'> {
  const supported = resource?.scopes_supported?.join(' ')
  return {
    ...(resource === undefined ? {} : { resource: resource.resource }),
    ...(challenged === undefined ? {} : { challenged }),
    ...(supported ? { supported } : {}),
  }
}

async function serverMetadata(
  requests: AuthRequests,
  sdk: Sdk,
  authorizationServer: string,
): Promise<ServerMetadata | undefined> {
  const { name, server } = requests
  endpoint(name, server, authorizationServer, 'the authorization server')
  try {
    const fetchFn = boundedFetch(requests)
    const metadata = await sdk.discoverAuthorizationServerMetadata(authorizationServer, { fetchFn })
    if (metadata !== undefined) requireSafe(name, server, metadata)
    return metadata
  } catch (error) {
    throw loginFailure(name, 'reading the metadata of the authorization server', error, sdk)
  }
}

/** What a `WWW-Authenticate` header says. */
export function challengeIn(
  header: string | undefined,
  sdk: Sdk,
): ReturnType<Sdk['extractWWWAuthenticateParams']> {
  if (header === undefined) return {}
  return sdk.extractWWWAuthenticateParams(new Response(null, { headers: { 'www-authenticate': header } }))
}

/** The request that changes nothing anywhere, without a token. */
const question = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

interface Refusal {
  readonly isRefused: boolean
  /** The `WWW-Authenticate` header. */
  readonly header: string | undefined
}

async function refusalOf(requests: AuthRequests): Promise<Refusal> {
  // Whatever a server that lets everybody in streams back is not waited for.
  const enough = new AbortController()
  const signal = AbortSignal.any([requests.signal, enough.signal])
  let refusal: Refusal = { isRefused: false, header: undefined }
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const answer = await requests.fetch(url, init)
    const header = answer.headers.get('www-authenticate') ?? undefined
    refusal = { isRefused: !answer.ok, header }
    void answer.body?.cancel().catch(() => undefined)
    return new Response(null, { status: answer.status })
  }
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  try {
    await boundedFetch({ ...requests, fetch, signal })(requests.server, {
      method: 'POST',
      headers,
      body: question,
    })
  } finally {
    enough.abort()
  }
  return refusal
}

type ResourceMetadata = Awaited<ReturnType<Sdk['discoverOAuthProtectedResourceMetadata']>>

async function resourceMetadata(
  requests: AuthRequests,
  sdk: Sdk,
  named: URL | undefined,
): Promise<ResourceMetadata | undefined> {
  const { name, server } = requests
  const options = named === undefined ? {} : { resourceMetadataUrl: named }
  try {
    return await sdk.discoverOAuthProtectedResourceMetadata(server, options, boundedFetch(requests))
  } catch (error) {
    // A server of the first revision has none; one that names an address for it does.
    if (named === undefined && isNotThere(error)) return undefined
    throw loginFailure(name, 'reading the metadata of the server', error, sdk)
  }
}

function isNotThere(error: unknown): boolean {
  // Some answer every address with a page.
  if (error instanceof SyntaxError) return true
  return error instanceof Error && /does not implement|^HTTP 4\d\d /.test(error.message)
}

/** Tokens for another server than this one are of no use, and would be asked for in its name. */
function requireResource(name: string, server: string, resource: string, sdk: Sdk): void {
  const isItself = sdk.checkResourceAllowed({ requestedResource: server, configuredResource: resource })
  if (isItself) return
  throw new McpError(
    'MCP_LOGIN_UNSAFE',
    name,
    `the server "${name}" asks for a login to ${shownAddress(resource)}, which is not its own address ${shownAddress(server)}`,
  )
}

function requireSafe(name: string, server: string, metadata: ServerMetadata): void {
  const named: [string, unknown][] = [
    ['the authorization endpoint', metadata.authorization_endpoint],
    ['the token endpoint', metadata.token_endpoint],
    ['the registration endpoint', metadata.registration_endpoint],
    ['the revocation endpoint', metadata.revocation_endpoint],
    ['the device authorization endpoint', metadata.device_authorization_endpoint],
  ]
  for (const [what, address] of named) {
    if (typeof address === 'string') endpoint(name, server, address, what)
  }
}

function noMetadata(name: string, authorizationServer: string): McpError {
  const problem = `the authorization server ${shownAddress(authorizationServer)} of "${name}" has no metadata`
  return new McpError(
    'MCP_LOGIN_FAILED',
    name,
    `${problem}: neither /.well-known/oauth-authorization-server nor /.well-known/openid-configuration is there`,
  )
}

function noLogin(name: string): McpError {
  const problem = `the server "${name}" lets requests in without a login, and names nobody who gives tokens`
  return new McpError('MCP_LOGIN_FAILED', name, `${problem}; it needs no login`)
}
