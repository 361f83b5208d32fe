import type { HttpServerConfig } from '../contract/config.ts'
import { McpError } from '../contract/error.ts'
import { boundedFetch, type AuthRequests } from './bounded-fetch.ts'
import { authenticate } from './client-registration.ts'
import type { LoginSurroundings } from './login-contract.ts'
import { serverAddress } from './safe-address.ts'
import type { TokenRecord } from './token-record.ts'

/** What a logout came to. The tokens are forgotten in any case. */
export interface LogoutResult {
  /** Whether there were any. */
  readonly wasLoggedIn: boolean
  /** Whether the authorization server took them back; without a place for that they live until they end. */
  readonly revocation: 'done' | 'none' | 'failed'
  /** Why it failed. */
  readonly problem?: string
}

/**
 * Forgets the tokens of a principal for a server, with the client they were given to, and has them taken back where the
 * authorization server does that.
 * @throws McpError `MCP_CONFIG_INVALID`; the reason of the signal.
 */
export async function logOut(
  name: string,
  config: HttpServerConfig,
  surroundings: LoginSurroundings,
  signal: AbortSignal,
): Promise<LogoutResult> {
  const { store, principal, fetch = globalThis.fetch } = surroundings
  const server = serverAddress(name, config.url)
  const owner = { principal, server }
  // Within the lock, so that a refresh of another process does not write them anew.
  return store.exclusively(
    owner,
    async () => {
      const record = await store.read(owner)
      const wasThere = await store.remove(owner)
      if (!wasThere || record?.tokens === undefined) return { wasLoggedIn: false, revocation: 'none' }
      if (record.endpoints?.revocation === undefined) return { wasLoggedIn: true, revocation: 'none' }
      try {
        await revoke({ name, server, fetch, signal }, record)
        return { wasLoggedIn: true, revocation: 'done' }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof McpError)) throw error
        return { wasLoggedIn: true, revocation: 'failed', problem: error.message }
      }
    },
    signal,
  )
}

/** As RFC 7009 says. The refresh token first: with it go the access tokens, where the server does as it should. */
async function revoke(requests: AuthRequests, record: TokenRecord): Promise<void> {
  const { tokens, endpoints, client } = record
  if (tokens === undefined || endpoints?.revocation === undefined || client === undefined) return
  const sdk = await import('@modelcontextprotocol/client')
  const both: [string | undefined, string][] = [
    [tokens.refresh, 'refresh_token'],
    [tokens.access, 'access_token'],
  ]
  for (const [token, hint] of both) {
    if (token === undefined) continue
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
    const parameters = new URLSearchParams({ token, token_type_hint: hint })
    authenticate(client, endpoints.authMethods, { headers, parameters }, sdk)
    const request = { method: 'POST', headers, body: parameters.toString() }
    const answer = await boundedFetch(requests)(endpoints.revocation, request)
    if (answer.ok) continue
    const problem = `the authorization server answered with HTTP ${answer.status} when it was to take a token back`
    throw new McpError('MCP_LOGIN_FAILED', requests.name, problem)
  }
}
