import { McpError } from '../contract/error.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { clientFor, informationOf, type ClientWishes } from './client-registration.ts'
import type { FoundAuthorization } from './discover.ts'
import type { LoginOptions } from './login-contract.ts'
import { loginFailure, type Sdk } from './login-failure.ts'
import type { Grant, LoginPlan } from './login-plan.ts'
import { receiveRedirect, type RedirectAnswer, type RedirectReceiver } from './redirect-receiver.ts'

/** The path that clients which were registered by hand give: only the port may differ from login to login. */
const fixedPath = '/callback'

/** A login by the code that a browser brings back. @throws McpError. */
export async function browserLogin(plan: LoginPlan, options: LoginOptions): Promise<Grant> {
  const { config, requests, found } = plan
  if (found.metadata !== undefined && found.metadata.code_challenge_methods_supported === undefined)
    throw withoutProof(requests.name)
  const isByHand = config.oauth?.clientId !== undefined || options.clientMetadataUrl !== undefined
  const receiver = await receiveRedirect(requests.name, {
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(isByHand ? { path: fixedPath } : {}),
  })
  try {
    return await through(receiver, plan, options)
  } finally {
    await receiver.close()
  }
}

async function through(receiver: RedirectReceiver, plan: LoginPlan, options: LoginOptions): Promise<Grant> {
  const { requests, config, found, scope, sdk } = plan
  const client = await clientFor(requests, config, found, wishes(receiver, plan, options), sdk)
  const clientInformation = informationOf(client, found.issuer)
  const about = {
    ...(found.metadata === undefined ? {} : { metadata: found.metadata }),
    ...(found.resource === undefined ? {} : { resource: found.resource }),
    clientInformation,
  }
  let verifier: string | undefined
  let code: string | undefined
  try {
    const started = await sdk.startAuthorization(found.authorizationServer, {
      ...about,
      redirectUrl: receiver.address,
      state: receiver.state,
      ...(scope === undefined ? {} : { scope }),
    })
    verifier = started.codeVerifier
    await options.show({ kind: 'browser', address: started.authorizationUrl.href })
    const answer = await receiver.answer(requests.signal)
    // Before anything of the answer is believed, its error too.
    sdk.validateAuthorizationResponseIssuer(issuerOf(answer, found))
    if (answer.kind === 'error') throw new sdk.OAuthError(answer.error, answer.description ?? answer.error)
    code = answer.code
    const tokens = await sdk.exchangeAuthorization(found.authorizationServer, {
      ...about,
      authorizationCode: code,
      ...(answer.iss === undefined ? {} : { iss: answer.iss }),
      codeVerifier: verifier,
      redirectUri: receiver.address,
      fetchFn: boundedFetch(requests),
    })
    return { client, tokens }
  } catch (error) {
    requests.signal.throwIfAborted()
    throw loginFailure(requests.name, 'the login', error, sdk, [verifier, code, client.secret])
  }
}

function wishes(
  receiver: RedirectReceiver,
  { scope }: LoginPlan,
  { clientMetadataUrl }: LoginOptions,
): ClientWishes {
  return {
    redirect: receiver.address,
    ...(scope === undefined ? {} : { scope }),
    ...(clientMetadataUrl === undefined ? {} : { metadataUrl: clientMetadataUrl }),
  }
}

function issuerOf(
  answer: RedirectAnswer,
  { metadata }: FoundAuthorization,
): Parameters<Sdk['validateAuthorizationResponseIssuer']>[0] {
  return {
    iss: answer.iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  }
}

/** As the protocol demands: a code that somebody else gets hold of would be of use to them. */
function withoutProof(name: string): McpError {
  const problem = `the authorization server of "${name}" does not say that it supports PKCE (code_challenge_methods_supported)`
  return new McpError('MCP_LOGIN_UNSAFE', name, `${problem}; a login by browser would not be safe`)
}
