import { systemClock, systemTimers } from '@millrace/host'
import { escapeVisible } from '@millrace/protocol'
import type { OAuthClientProvider, OAuthTokens } from '@modelcontextprotocol/client'
import { McpError } from '../contract/error.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { authenticate, clientFor, deviceGrant, informationOf } from './client-registration.ts'
import type { LoginOptions, LoginStep } from './login-contract.ts'
import { loginFailure, tooLate } from './login-failure.ts'
import type { Grant, LoginPlan } from './login-plan.ts'
import { endpoint } from './safe-address.ts'
import type { RegisteredClient } from './token-record.ts'

/** What the device endpoint answers, as RFC 8628 says. */
interface DeviceAnswer {
  readonly deviceCode: string
  readonly step: Extract<LoginStep, { kind: 'device' }>
  readonly intervalMs: number
}

/** A login by a code that the person gives on any device. @throws McpError. */
export async function deviceLogin(plan: LoginPlan, options: LoginOptions): Promise<Grant> {
  const { requests, config, found, scope, sdk } = plan
  const address = found.metadata?.device_authorization_endpoint
  if (typeof address !== 'string') throw noDevices(requests.name)
  const client = await clientFor(
    requests,
    config,
    found,
    {
      ...(scope === undefined ? {} : { scope }),
      ...(options.clientMetadataUrl === undefined ? {} : { metadataUrl: options.clientMetadataUrl }),
    },
    sdk,
  )
  const given = await deviceCode(plan, client, address)
  await options.show(given.step)
  return { client, tokens: await poll(plan, client, given, options) }
}

async function deviceCode(plan: LoginPlan, client: RegisteredClient, address: string): Promise<DeviceAnswer> {
  const { requests, found, scope, sdk } = plan
  const headers = new Headers({
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  })
  const parameters = new URLSearchParams()
  if (scope !== undefined) parameters.set('scope', scope)
  if (found.resource !== undefined) parameters.set('resource', found.resource)
  const methods = found.metadata?.token_endpoint_auth_methods_supported ?? []
  authenticate(client, methods, { headers, parameters }, sdk)
  try {
    const request = { method: 'POST', headers, body: parameters.toString() }
    const answer = await boundedFetch(requests)(address, request)
    if (!answer.ok) throw await sdk.parseErrorResponse(answer)
    return readAnswer(plan, await answer.json())
  } catch (error) {
    requests.signal.throwIfAborted()
    throw loginFailure(requests.name, 'asking for a device code', error, sdk, [client.secret])
  }
}

/** Half an hour is the longest that a code is waited for, and a minute the longest between two questions. */
const mostSeconds = 1800
const longestIntervalMs = 60_000

function readAnswer({ requests }: LoginPlan, answer: unknown): DeviceAnswer {
  const { name, server } = requests
  const given = (answer ?? {}) as Readonly<Record<string, unknown>>
  const { device_code: deviceCode, user_code: userCode, verification_uri: address } = given
  const { verification_uri_complete: complete, expires_in: expires, interval = 5 } = given
  const isWhole = [deviceCode, userCode, address].every((part) => typeof part === 'string' && part !== '')
  if (!isWhole || typeof interval !== 'number' || typeof expires !== 'number' || !(expires > 0)) {
    const problem = `the authorization server of "${name}" gave no device code that can be used`
    throw new McpError('MCP_MALFORMED', name, problem)
  }
  const what = 'the address for the device code'
  return {
    deviceCode: String(deviceCode),
    intervalMs: Math.min(Math.max(interval, 1) * 1000, longestIntervalMs),
    step: {
      kind: 'device',
      address: endpoint(name, server, String(address), what).href,
      ...(typeof complete === 'string'
        ? { completeAddress: endpoint(name, server, complete, what).href }
        : {}),
      code: escapeVisible(String(userCode).slice(0, 64)),
      expiresInMs: Math.min(expires, mostSeconds) * 1000,
    },
  }
}

async function poll(
  plan: LoginPlan,
  client: RegisteredClient,
  given: DeviceAnswer,
  { clock = systemClock, timers = systemTimers }: LoginOptions,
): Promise<OAuthTokens> {
  const { requests, found, sdk } = plan
  const { name, signal } = requests
  const end = clock.monotonic() + given.step.expiresInMs
  const provider = asking(client, found.issuer, given.deviceCode)
  for (let intervalMs = given.intervalMs; ;) {
    await timers.sleep(intervalMs, signal)
    if (clock.monotonic() >= end) throw tooLate(name, given.step.expiresInMs)
    try {
      return await sdk.fetchToken(provider, found.authorizationServer, {
        ...(found.metadata === undefined ? {} : { metadata: found.metadata }),
        ...(found.resource === undefined ? {} : { resource: found.resource }),
        fetchFn: boundedFetch(requests),
      })
    } catch (error) {
      signal.throwIfAborted()
      const code = error instanceof sdk.OAuthError ? error.code : undefined
      if (code === 'expired_token') throw tooLate(name, given.step.expiresInMs)
      // As the standard says: five seconds more, for good. No answer at all is no reason to give up either.
      if (code === 'slow_down') intervalMs = Math.min(intervalMs + 5000, longestIntervalMs)
      else if (code !== 'authorization_pending' && !isNoAnswer(error)) {
        throw loginFailure(name, 'the login', error, sdk, [given.deviceCode, client.secret])
      }
    }
  }
}

function isNoAnswer(error: unknown): boolean {
  return error instanceof McpError && error.code === 'MCP_CONNECT_FAILED'
}

/** The one thing that the SDK is to ask for in the name of this client. */
function asking(client: RegisteredClient, issuer: string, code: string): OAuthClientProvider {
  const never = (): never => {
    throw new Error('a login by device keeps nothing by itself')
  }
  return {
    redirectUrl: undefined,
    clientMetadata: { redirect_uris: [], grant_types: [deviceGrant] },
    clientInformation: () => informationOf(client, issuer),
    prepareTokenRequest: () => new URLSearchParams({ grant_type: deviceGrant, device_code: code }),
    tokens: () => undefined,
    saveTokens: never,
    saveCodeVerifier: never,
    codeVerifier: never,
    redirectToAuthorization: never,
  }
}

function noDevices(name: string): McpError {
  const problem = `the authorization server of "${name}" knows no logins by device code`
  return new McpError('MCP_LOGIN_FAILED', name, `${problem}; log in by browser, without --device`)
}
