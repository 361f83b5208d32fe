import { systemClock } from '@millrace/host'
import type { HttpServerConfig } from '../contract/config.ts'
import type { AuthRequests } from './bounded-fetch.ts'
import { browserLogin } from './browser-login.ts'
import { deviceLogin } from './device-login.ts'
import { discover, type FoundAuthorization } from './discover.ts'
import { grantedTokens, scopesIn } from './granted-tokens.ts'
import type { LoginOptions, LoginResult } from './login-contract.ts'
import { tooLate } from './login-failure.ts'
import type { Grant } from './login-plan.ts'
import { serverAddress } from './safe-address.ts'
import type { TokenRecord, Tokens } from './token-record.ts'
import type { TokenOwner } from './token-store.ts'

/** Milliseconds that a person has for a login. */
const usualTimeoutMs = 300_000

/**
 * Logs a person in to a server, and keeps the tokens in place of those that were.
 * @param name - what the configuration calls the server.
 * @throws McpError; the reason of the signal.
 */
export async function logIn(
  name: string,
  config: HttpServerConfig,
  options: LoginOptions,
): Promise<LoginResult> {
  const { timeoutMs = usualTimeoutMs } = options
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(tooLate(name, timeoutMs)), timeoutMs)
  const signal = AbortSignal.any([options.signal, late.signal])
  try {
    signal.throwIfAborted()
    const requests = {
      name,
      server: serverAddress(name, config.url),
      fetch: options.fetch ?? globalThis.fetch,
      signal,
    }
    return await loggedIn(requests, config, { ...options, signal })
  } catch (error) {
    // Whatever the end of a login did to the step that was under way.
    signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function loggedIn(
  requests: AuthRequests,
  config: HttpServerConfig,
  options: LoginOptions,
): Promise<LoginResult> {
  const { name, server, signal } = requests
  const { store, principal, clock = systemClock } = options
  const owner = { principal, server }
  const sdk = await import('@modelcontextprotocol/client')
  const found = await discover(requests, sdk, options.challenge)
  const scope = scopeFor(config, found, options, await store.read(owner))
  const plan = { requests, config, found, scope, sdk }
  const grant = await (options.how === 'device' ? deviceLogin(plan, options) : browserLogin(plan, options))
  const tokens = grantedTokens(name, grant.tokens, scopesIn(scope), clock.now())
  await store.exclusively(owner, () => store.write(recordOf(owner, found, grant, tokens)), signal)
  return {
    server,
    issuer: found.issuer,
    scopes: tokens.scopes,
    ...(tokens.expiresAt === undefined ? {} : { expiresAt: tokens.expiresAt }),
    isRenewed: tokens.refresh !== undefined,
  }
}

/** What to ask for: what the operator says, else what the server asked for, else all that it supports. */
function scopeFor(
  config: HttpServerConfig,
  found: FoundAuthorization,
  { scopes = [] }: LoginOptions,
  known: TokenRecord | undefined,
): string | undefined {
  const { challenged, supported, metadata } = found
  const named = config.oauth?.scopes ?? scopesIn(challenged ?? supported)
  const more = [...(known?.wanted ?? []), ...scopes]
  // A login for more must not lose what was granted before.
  const granted = more.length > 0 ? (known?.tokens?.scopes ?? []) : []
  const all = new Set([...named, ...granted, ...more])
  if (all.size === 0) return undefined
  // Without it some give no token to renew others with.
  if (metadata?.scopes_supported?.includes('offline_access') === true) all.add('offline_access')
  return [...all].join(' ')
}

function recordOf(
  owner: TokenOwner,
  found: FoundAuthorization,
  { client }: Grant,
  tokens: Tokens,
): TokenRecord {
  const { authorizationServer, issuer, metadata, resource } = found
  const revocation = metadata?.revocation_endpoint
  return {
    ...owner,
    ...(resource === undefined ? {} : { resource }),
    client,
    endpoints: {
      authorizationServer,
      issuer,
      token: metadata?.token_endpoint ?? new URL('/token', authorizationServer).href,
      ...(typeof revocation === 'string' ? { revocation } : {}),
      authMethods: metadata?.token_endpoint_auth_methods_supported ?? [],
    },
    tokens,
  }
}
