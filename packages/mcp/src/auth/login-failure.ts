import { isRedactable, messageOf, secretRedactor, shown } from '@millrace/protocol'
import type * as client from '@modelcontextprotocol/client'
import { McpError } from '../contract/error.ts'
import { shownAddress } from './safe-address.ts'

/** The SDK of the protocol, which is loaded where a step needs it. */
export type Sdk = typeof client

/**
 * What a step of a login failed with, in words that say how to mend it.
 * @param secrets - what the step sent and nobody may see, should the answer repeat it.
 */
export function loginFailure(
  name: string,
  step: string,
  error: unknown,
  sdk: Sdk,
  secrets: readonly (string | undefined)[] = [],
): unknown {
  if (error instanceof McpError) return error
  if (error instanceof sdk.IssuerMismatchError) {
    const { kind, expected = '' } = error
    const where = kind === 'metadata' ? 'its metadata' : 'its answer'
    return new McpError(
      'MCP_LOGIN_UNSAFE',
      name,
      `${step} for "${name}": the authorization server ${shownAddress(expected)} names another issuer in ${where}, which is how logins are led astray; nothing was kept`,
    )
  }
  if (error instanceof sdk.InsecureTokenEndpointError) {
    const problem = `the token endpoint ${shownAddress(error.tokenEndpoint)} is not https`
    return new McpError('MCP_LOGIN_UNSAFE', name, `${step} for "${name}": ${problem}; nothing was sent there`)
  }
  if (error instanceof sdk.RegistrationRejectedError)
    return registrationRefused(name, error.status, error.body)
  if (error instanceof sdk.OAuthError) {
    const { text } = redactor(secrets)
    return refused(name, step, text(error.code), text(error.message))
  }
  if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError')) {
    const problem = 'the answer is not what the standard says'
    return new McpError('MCP_MALFORMED', name, `${step} for "${name}": ${problem}`)
  }
  if (!(error instanceof Error)) return error
  return new McpError('MCP_LOGIN_FAILED', name, `${step} for "${name}": "${shown(messageOf(error))}"`)
}

function redactor(secrets: readonly (string | undefined)[]): ReturnType<typeof secretRedactor> {
  return secretRedactor(secrets.filter((secret) => secret !== undefined && isRedactable(secret)) as string[])
}

/** How a client is given that was registered by hand. */
export function clientAdvice(name: string): string {
  return `register a client by hand, for the redirect address http://127.0.0.1/callback on any port, and give it in the configuration of "${name}": "oauth": { "clientId": "…" }`
}

function registrationRefused(name: string, status: number, body: string): McpError {
  const code = errorIn(body)
  const why = code === undefined ? '' : `, "${shown(code)}"`
  const problem = `the authorization server of "${name}" registers no client (HTTP ${status}${why})`
  return new McpError('MCP_LOGIN_FAILED', name, `${problem}; ${clientAdvice(name)}`)
}

function errorIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown }
    return typeof error === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

function refused(name: string, step: string, code: string, message: string): McpError {
  if (code === 'access_denied')
    return new McpError('MCP_LOGIN_DENIED', name, `the login to "${name}" was denied; nothing was kept`)
  // What is no answer of the standard is repeated whole in the message, a token too where it holds one.
  const words = code === message || code === 'server_error' ? '' : `: "${shown(message)}"`
  const advice =
    code === 'invalid_client' || code === 'unauthorized_client'
      ? '; see "oauth" in the configuration of the server'
      : ''
  return new McpError(
    'MCP_LOGIN_FAILED',
    name,
    `${step} for "${name}" was refused with "${shown(code)}"${words}${advice}`,
  )
}

/** Nobody finished in time. */
export function tooLate(name: string, timeoutMs: number): McpError {
  const minutes = Math.round(timeoutMs / 6000) / 10
  return new McpError(
    'MCP_LOGIN_TIMEOUT',
    name,
    `nobody finished the login to "${name}" within ${minutes} minutes; nothing was kept`,
  )
}
