import { createHash, randomBytes } from 'node:crypto'
import { listen, type Listening } from './listen.ts'

/** How an authorization server of a test differs from a good one. */
export interface Twists {
  /** Changes the metadata; `undefined` takes it away. */
  readonly metadata?: (good: Record<string, unknown>, origin: string) => unknown
  /** Answers in place of the server. */
  readonly answer?: (request: Request, path: string) => Response | undefined | Promise<Response | undefined>
  /** Seconds that access tokens last. */
  readonly expiresIn?: number
  /** What the person says. */
  readonly consent?: () => boolean
  /** The issuer in the answer to the browser. */
  readonly iss?: string
  /** How clients must authenticate. */
  readonly authMethods?: readonly string[]
  /** Whether refresh tokens are given. */
  readonly refreshes?: boolean
}

interface Grant {
  readonly client: string
  readonly scope: string
  readonly resource: string | null
  readonly family: string
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const secret = (): string => randomBytes(24).toString('base64url')
const failure = (error: string, status = 400, description?: string): Response =>
  Response.json({ error, ...(description && { error_description: description }) }, { status })

/** An authorization server that does what the standards say: PKCE, rotation with reuse detection, devices, revocation. */
export class AuthorizationServer {
  /** Every request: the path and the parameters. */
  readonly seen: { readonly path: string; readonly parameters: Record<string, string> }[] = []
  private readonly clients = new Map<string, { secret?: string; redirects: string[]; method: string }>()
  private readonly codes = new Map<string, Grant & { challenge: string; redirect: string }>()
  private readonly devices = new Map<string, Grant & { user: string; isApproved?: boolean; polls: number }>()
  private readonly access = new Map<string, Grant & { readonly expiresAt: number }>()
  private readonly refresh = new Map<string, Grant & { isUsed: boolean }>()
  private listening!: Listening
  readonly twists: Twists

  private constructor(twists: Twists) {
    this.twists = twists
  }

  static async open(twists: Twists = {}): Promise<AuthorizationServer> {
    const server = new AuthorizationServer(twists)
    server.listening = await listen((request) => server.answer(request))
    return server
  }

  get origin(): string {
    return this.listening.origin
  }

  close(): Promise<void> {
    return this.listening.close()
  }

  /** A client that was registered by hand. */
  addClient(id: string, given: { secret?: string; redirects: string[] }): void {
    this.clients.set(id, { ...given, method: given.secret === undefined ? 'none' : 'client_secret_basic' })
  }

  /** What a token is good for; nothing where it is not. */
  verify(token: string): Grant | undefined {
    const found = this.access.get(token)
    return found !== undefined && found.expiresAt > Date.now() ? found : undefined
  }

  /** The access token that was given last. */
  newest(): string {
    return [...this.access.keys()].at(-1) ?? 'none'
  }

  /** Takes back all access tokens, as after a leak. */
  revokeAccess(): void {
    this.access.clear()
  }

  /** The person gives the code that a device showed. */
  approve(user: string, isApproved = true): void {
    for (const device of this.devices.values()) if (device.user === user) device.isApproved = isApproved
  }

  requests(path: string): Record<string, string>[] {
    return this.seen.filter((one) => one.path === path).map(({ parameters }) => parameters)
  }

  private async answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const body = request.method === 'POST' ? await request.clone().text() : ''
    const isJson = request.headers.get('content-type')?.includes('json') === true
    const parameters = isJson
      ? { body }
      : Object.fromEntries(new URLSearchParams(request.method === 'POST' ? body : url.search))
    this.seen.push({ path: url.pathname, parameters })
    const twisted = await this.twists.answer?.(request, url.pathname)
    if (twisted !== undefined) return twisted
    const given = new URLSearchParams(parameters)
    if (url.pathname === '/.well-known/oauth-authorization-server') return this.metadata()
    if (url.pathname === '/authorize') return this.authorize(given)
    if (url.pathname === '/register') return this.register(JSON.parse(body) as Record<string, unknown>)
    const client = this.authenticated(request, given)
    if (client === undefined) return failure('invalid_client', 401)
    if (url.pathname === '/device') return this.device(client, given)
    if (url.pathname === '/token') return this.token(client, given)
    if (url.pathname === '/revoke') return this.revoke(given)
    return new Response('nothing here', { status: 404 })
  }

  private metadata(): Response {
    const { origin } = this
    const good = {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      revocation_endpoint: `${origin}/revoke`,
      device_authorization_endpoint: `${origin}/device`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: this.twists.authMethods ?? ['none'],
      authorization_response_iss_parameter_supported: true,
    }
    const told = this.twists.metadata === undefined ? good : this.twists.metadata(good, origin)
    return told === undefined ? new Response(null, { status: 404 }) : Response.json(told)
  }

  private register(wanted: Record<string, unknown>): Response {
    const method = (wanted.token_endpoint_auth_method as string | undefined) ?? 'client_secret_basic'
    const [id, hidden] = [`client-${secret()}`, method === 'none' ? undefined : secret()]
    const redirects = wanted.redirect_uris as string[]
    this.clients.set(id, { redirects, method, ...(hidden && { secret: hidden }) })
    return Response.json(
      { ...wanted, client_id: id, ...(hidden && { client_secret: hidden }) },
      { status: 201 },
    )
  }

  private authorize(given: URLSearchParams): Response {
    const [id, redirect] = [given.get('client_id') ?? '', given.get('redirect_uri') ?? '']
    const client = this.clients.get(id)
    const isKnown = client?.redirects.some(
      (known) => known === redirect || known === redirect.replace(/:\d+/, ''),
    )
    if (!isKnown || given.get('code_challenge_method') !== 'S256')
      return new Response('bad request', { status: 400 })
    const back = new URL(redirect)
    back.searchParams.set('state', given.get('state') ?? '')
    back.searchParams.set('iss', this.twists.iss ?? this.origin)
    if (this.twists.consent?.() === false) back.searchParams.set('error', 'access_denied')
    else {
      const code = secret()
      const challenge = given.get('code_challenge') ?? ''
      this.codes.set(code, { ...grantOf(id, given), challenge, redirect })
      back.searchParams.set('code', code)
    }
    return new Response(null, { status: 302, headers: { location: back.href } })
  }

  private authenticated(request: Request, given: URLSearchParams): string | undefined {
    const [scheme, credentials = ''] = (request.headers.get('authorization') ?? '').split(' ')
    const basic = scheme === 'Basic' ? Buffer.from(credentials, 'base64').toString().split(':') : undefined
    const id = basic?.[0] ?? given.get('client_id') ?? ''
    const client = this.clients.get(id)
    if (client === undefined) return undefined
    const shown = basic?.[1] ?? given.get('client_secret') ?? undefined
    const method =
      basic !== undefined ? 'client_secret_basic' : shown === undefined ? 'none' : 'client_secret_post'
    return client.secret === shown && client.method === method ? id : undefined
  }

  private device(client: string, given: URLSearchParams): Response {
    const [code, user] = [secret(), secret().slice(0, 8)]
    this.devices.set(code, { ...grantOf(client, given), user, polls: 0 })
    const told = { device_code: code, user_code: user, expires_in: 600, interval: 1 }
    return Response.json({
      ...told,
      verification_uri: `${this.origin}/activate`,
      verification_uri_complete: `${this.origin}/activate?user_code=${user}`,
    })
  }

  private token(client: string, given: URLSearchParams): Response {
    const kind = given.get('grant_type')
    if (kind === 'authorization_code') return this.byCode(client, given)
    if (kind === 'refresh_token') return this.byRefresh(client, given)
    return kind === deviceGrant ? this.byDevice(client, given) : failure('unsupported_grant_type')
  }

  private byCode(client: string, given: URLSearchParams): Response {
    const found = this.codes.get(given.get('code') ?? '')
    this.codes.delete(given.get('code') ?? '')
    const proof = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = found?.client === client && found.challenge === proof
    if (!isRight || found.redirect !== given.get('redirect_uri')) return failure('invalid_grant')
    return this.grant(found)
  }

  private byDevice(client: string, given: URLSearchParams): Response {
    const code = given.get('device_code') ?? ''
    const found = this.devices.get(code)
    if (found?.client !== client) return failure('expired_token')
    found.polls++
    if (found.isApproved === undefined)
      return failure(found.polls === 1 ? 'slow_down' : 'authorization_pending')
    this.devices.delete(code)
    return found.isApproved ? this.grant(found) : failure('access_denied')
  }

  /** A refresh token that comes a second time was stolen: all of its family end. */
  private byRefresh(client: string, given: URLSearchParams): Response {
    const token = given.get('refresh_token') ?? ''
    const found = this.refresh.get(token)
    if (found?.client !== client) return failure('invalid_grant', 400, `nobody knows ${token}`)
    if (found.isUsed) {
      for (const [other, { family }] of this.refresh) if (family === found.family) this.refresh.delete(other)
      return failure('invalid_grant', 400, 'used twice')
    }
    found.isUsed = true
    return this.grant(found)
  }

  private revoke(given: URLSearchParams): Response {
    const token = given.get('token') ?? ''
    this.refresh.delete(token)
    this.access.delete(token)
    return new Response(null, { status: 200 })
  }

  private grant({ client, scope, resource, family }: Grant): Response {
    const [access, refresh] = [`access-${secret()}`, `refresh-${secret()}`]
    const { expiresIn = 3600, refreshes = true } = this.twists
    this.access.set(access, { client, scope, resource, family, expiresAt: Date.now() + expiresIn * 1000 })
    if (refreshes) this.refresh.set(refresh, { client, scope, resource, family, isUsed: false })
    return Response.json({
      access_token: access,
      token_type: 'Bearer',
      expires_in: expiresIn,
      scope,
      ...(refreshes && { refresh_token: refresh }),
    })
  }
}

function grantOf(client: string, given: URLSearchParams): Grant {
  return { client, scope: given.get('scope') ?? '', resource: given.get('resource'), family: secret() }
}
