import { McpError } from '../contract/error.ts'
import { boundedFetch, type AuthRequests } from './bounded-fetch.ts'
import { informationOf } from './client-registration.ts'
import { grantedTokens } from './granted-tokens.ts'
import { loginFailure } from './login-failure.ts'
import type { TokenRecord, Tokens } from './token-record.ts'

/** What asking for new tokens came to. */
export type Refreshed =
  | { readonly kind: 'renewed'; readonly tokens: Tokens }
  /** They will never be renewed: somebody has to log in. */
  | { readonly kind: 'refused' }
  /** It may go better another time. */
  | { readonly kind: 'failed'; readonly error: McpError }

/** What an authorization server says where it is done with a login. */
const final = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client', 'unsupported_grant_type'])

/** Asks for new tokens, where those of the login were given, and nowhere else. */
export async function refresh(
  requests: AuthRequests,
  record: TokenRecord,
  now: () => number,
): Promise<Refreshed> {
  const { client, endpoints, tokens, resource } = record
  if (client === undefined || endpoints === undefined || tokens?.refresh === undefined)
    return { kind: 'refused' }
  const sdk = await import('@modelcontextprotocol/client')
  const { authorizationServer, issuer, token, authMethods } = endpoints
  try {
    const granted = await sdk.refreshAuthorization(authorizationServer, {
      metadata: {
        issuer,
        authorization_endpoint: authorizationServer,
        token_endpoint: token,
        response_types_supported: ['code'],
        token_endpoint_auth_methods_supported: [...authMethods],
      },
      clientInformation: informationOf(client, issuer),
      refreshToken: tokens.refresh,
      ...(resource === undefined ? {} : { resource }),
      fetchFn: boundedFetch(requests),
    })
    return { kind: 'renewed', tokens: grantedTokens(requests.name, granted, tokens.scopes, now()) }
  } catch (error) {
    if (error instanceof sdk.OAuthError && final.has(error.code)) return { kind: 'refused' }
    const secrets = [tokens.refresh, tokens.access, client.secret]
    const failure = loginFailure(requests.name, 'renewing the login', error, sdk, secrets)
    if (failure instanceof McpError) return { kind: 'failed', error: notNow(requests.name, failure) }
    throw failure
  }
}

/** What is wrong is with the authorization server: the login stands. */
function notNow(name: string, failure: McpError): McpError {
  if (failure.code !== 'MCP_LOGIN_FAILED') return failure
  const { message } = failure
  return new McpError('MCP_CONNECT_FAILED', name, `${message}; it may go better another time`)
}
