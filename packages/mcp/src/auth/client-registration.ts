import type { OAuthClientMetadata, StoredOAuthClientInformation } from '@modelcontextprotocol/client'
import type { HttpServerConfig } from '../contract/config.ts'
import { McpError } from '../contract/error.ts'
import { boundedFetch, type AuthRequests } from './bounded-fetch.ts'
import type { FoundAuthorization } from './discover.ts'
import { clientAdvice, loginFailure, type Sdk } from './login-failure.ts'
import type { RegisteredClient } from './token-record.ts'

/** The grant of RFC 8628. */
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** What a client is to be able to do. */
export interface ClientWishes {
  /** Where a browser is sent back to; none for a login by device. */
  readonly redirect?: string
  readonly scope?: string
  /** The address of a document that describes the client; used where the authorization server reads such documents. */
  readonly metadataUrl?: string
}

/**
 * The client to log in as: the configured one, else the one that a document describes, else one that is registered now.
 * @throws McpError `MCP_LOGIN_FAILED` where there is no way to have one.
 */
export async function clientFor(
  requests: AuthRequests,
  config: HttpServerConfig,
  found: FoundAuthorization,
  wishes: ClientWishes,
  sdk: Sdk,
): Promise<RegisteredClient> {
  const { oauth } = config
  if (oauth?.clientId !== undefined) {
    return { id: oauth.clientId, ...(oauth.clientSecret === undefined ? {} : { secret: oauth.clientSecret }) }
  }
  const { metadata } = found
  if (wishes.metadataUrl !== undefined && metadata?.client_id_metadata_document_supported === true)
    return { id: wishes.metadataUrl }
  if (metadata !== undefined && metadata.registration_endpoint === undefined)
    throw cannotRegister(requests.name)
  try {
    const full = await sdk.registerClient(found.authorizationServer, {
      ...(metadata === undefined ? {} : { metadata }),
      clientMetadata: description(found, wishes),
      ...(wishes.scope === undefined ? {} : { scope: wishes.scope }),
      fetchFn: boundedFetch(requests),
    })
    const { client_id: id, client_secret: secret, token_endpoint_auth_method: authMethod } = full
    return {
      id,
      ...(secret === undefined ? {} : { secret }),
      ...(authMethod === undefined ? {} : { authMethod }),
    }
  } catch (error) {
    throw loginFailure(requests.name, 'registering a client', error, sdk)
  }
}

/** A client in the words of the SDK. The issuer keeps the SDK from giving it to any other authorization server. */
export function informationOf(client: RegisteredClient, issuer: string): StoredOAuthClientInformation {
  const { id, secret, authMethod } = client
  return {
    client_id: id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(authMethod === undefined ? {} : { token_endpoint_auth_method: authMethod }),
    issuer,
  }
}

/** Puts the credentials of a client into a request that the SDK does not make. */
export function authenticate(
  client: RegisteredClient,
  methods: readonly string[],
  request: { readonly headers: Headers; readonly parameters: URLSearchParams },
  sdk: Sdk,
): void {
  const { headers, parameters } = request
  const method = sdk.selectClientAuthMethod(informationOf(client, ''), [...methods])
  if (method === 'client_secret_basic' && client.secret !== undefined) {
    const credentials = `${formEncoded(client.id)}:${formEncoded(client.secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
    return
  }
  parameters.set('client_id', client.id)
  if (method === 'client_secret_post' && client.secret !== undefined)
    parameters.set('client_secret', client.secret)
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

function description({ metadata }: FoundAuthorization, { redirect }: ClientWishes): OAuthClientMetadata {
  const methods = metadata?.token_endpoint_auth_methods_supported ?? ['none']
  const wanted = ['none', 'client_secret_basic', 'client_secret_post']
  return {
    client_name: 'Millrace',
    redirect_uris: redirect === undefined ? [] : [redirect],
    grant_types: [redirect === undefined ? deviceGrant : 'authorization_code', 'refresh_token'],
    response_types: redirect === undefined ? [] : ['code'],
    application_type: 'native',
    token_endpoint_auth_method: wanted.find((method) => methods.includes(method)) ?? 'none',
  }
}

function cannotRegister(name: string): McpError {
  const problem = `the authorization server of "${name}" registers no clients by itself`
  return new McpError('MCP_LOGIN_FAILED', name, `${problem}; ${clientAdvice(name)}`)
}
