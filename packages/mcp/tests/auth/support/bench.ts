import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateDisk } from '@millrace/host'
import { onTestFinished } from 'vitest'
import type { HttpServerConfig } from '../../../src/index.ts'
import {
  authorizations,
  logIn,
  tokenStore,
  type LoginOptions,
  type LoginResult,
  type LoginStep,
  type TokenStore,
} from '../../../src/login.ts'
import { AuthorizationServer, type Twists } from './authorization-server.ts'
import { protectedServer, type ProtectedServer, type ServerTwists } from './protected-server.ts'

/** A server with its authorization server, and a folder for tokens; gone after the test. */
export interface Bench {
  readonly authority: AuthorizationServer
  readonly server: ProtectedServer
  readonly config: HttpServerConfig
  readonly folder: string
  readonly store: TokenStore
  readonly steps: LoginStep[]
  /** Logs in with a browser that does whatever the page says, unless told otherwise. */
  readonly logIn: (
    options?: Partial<LoginOptions>,
    config?: Partial<HttpServerConfig>,
  ) => Promise<LoginResult>
  /** One request as a client makes it: with the token, and once more where that may help. @returns the status. */
  readonly request: (principal?: string, body?: object) => Promise<number>
}

export const signal = new AbortController().signal

/** The browser of a person who says yes: it goes wherever it is sent. */
export async function browse(step: LoginStep): Promise<string> {
  return (await fetch(step.address)).text()
}

export async function bench(twists: Twists = {}, serverTwists: ServerTwists = {}): Promise<Bench> {
  const authority = await AuthorizationServer.open(twists)
  const server = await protectedServer(authority, serverTwists)
  const folder = await mkdtemp(join(tmpdir(), 'millrace-login-'))
  onTestFinished(async () => {
    await Promise.all([authority.close(), server.close()])
    await rm(folder, { recursive: true, force: true })
  })
  const store = tokenStore(await privateDisk(join(folder, 'tokens')))
  const config: HttpServerConfig = { type: 'http', url: server.url, headers: {} }
  const steps: LoginStep[] = []
  const made = new Map<string, ReturnType<ReturnType<typeof authorizations>>>()
  return {
    authority,
    server,
    config,
    folder: join(folder, 'tokens'),
    store,
    steps,
    logIn: (options = {}, more = {}) =>
      logIn(
        'fortress',
        { ...config, ...more },
        {
          store,
          principal: 'ada',
          how: 'browser',
          signal,
          timeoutMs: 60_000,
          show: (step) => {
            steps.push(step)
            if (step.kind === 'browser') void browse(step)
          },
          ...options,
        },
      ),
    request: async (principal = 'ada', body = list) => {
      const authorization = made.get(principal) ?? authorizations({ store, principal })('fortress', config)
      made.set(principal, authorization)
      return authorizedRequest(server.url, authorization, body)
    },
  }
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** The request that calls a tool. */
export const callOf = (name: string): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: { text: 'hi' } },
})

/** What a client of this runtime does with an authorization. */
export async function authorizedRequest(
  url: string,
  authorization: ReturnType<ReturnType<typeof authorizations>>,
  body: object,
): Promise<number> {
  const once = async (): Promise<{ answer: Response; token: string | undefined }> => {
    const token = await authorization.token(signal)
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    return { answer: await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }), token }
  }
  const { answer, token } = await once()
  await answer.text()
  if (answer.status !== 401 && answer.status !== 403) return answer.status
  const header = answer.headers.get('www-authenticate') ?? undefined
  if (!(await authorization.refused(header, signal, token))) return answer.status
  const again = await once()
  await again.answer.text()
  return again.answer.status
}
