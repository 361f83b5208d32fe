import { shown } from '@millrace/protocol'
import { boundedBody } from '../../bytes/bounded-body.ts'
import type { HttpServerConfig } from '../../contract/config.ts'
import { McpError } from '../../contract/error.ts'
import type { McpAuthorization } from '../../contract/service.ts'
import { eventGuard } from './event-guard.ts'
import type { ExactMessages } from './exact.ts'
import { isRecord } from '../../is-record.ts'
import { loginCommand } from '../../login-command.ts'
import { connectionLimits } from './limits.ts'

/** Bytes of the body of a refusal, which only a message shows. */
const refusalBytes = 64 * 1024

/** How the requests to one server are made. */
export interface FetchSetting {
  readonly server: string
  readonly config: HttpServerConfig
  readonly fetch: typeof globalThis.fetch
  readonly authorization: McpAuthorization | undefined
  readonly exact: ExactMessages
}

/**
 * Makes the requests of the SDK to one server: with the headers of its configuration and the token of its login, and
 * with bounds to what comes back. Redirects are left to the SDK, which follows them within the origin alone.
 */
export function guardedFetch(
  setting: FetchSetting,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const { authorization, server } = setting
    const { answer: first, token } = await request(setting, url, init)
    const challenge = first.headers.get('www-authenticate') ?? undefined
    const signal = init.signal ?? new AbortController().signal
    const isShort = isShortOfRights(first)
    if (first.status !== 401 && !isShort) return bounded(setting, first)
    await first.body?.cancel()
    if (isFixed(setting.config) && !isShort) {
      throw new McpError(
        'MCP_CONFIG_INVALID',
        server,
        `the MCP server ${server} refuses the Authorization header of its configuration; put a valid one into "headers", or remove it and log in by: ${loginCommand(server)}`,
      )
    }
    if (authorization === undefined || !(await authorization.refused(challenge, signal, token)))
      throw isShort ? furtherRights(server, challenge) : loginRequired(server)
    // It was refused before it was looked at, so that nothing is done twice.
    const { answer: second } = await request(setting, url, init)
    if (second.status !== 401) return bounded(setting, second)
    await second.body?.cancel()
    throw loginRequired(server)
  }
}

function isReset(error: unknown): boolean {
  const cause = error instanceof Error && isRecord(error.cause) ? error.cause : {}
  return cause['code'] === 'ECONNRESET' || cause['code'] === 'UND_ERR_SOCKET'
}

/** Requests that change nothing, and may be made twice; a call never is. */
const reading: readonly unknown[] = ['server/discover', 'initialize', 'tools/list', 'tasks/get', 'ping']

function isReading(body: unknown): boolean {
  if (typeof body !== 'string') return false
  const message: unknown = JSON.parse(body)
  return isRecord(message) && reading.includes(message['method'])
}

async function request(
  { config, fetch, authorization }: FetchSetting,
  url: string | URL,
  init: RequestInit,
): Promise<{ readonly answer: Response; readonly token: string | undefined }> {
  const headers = new Headers(init.headers)
  let token: string | undefined
  for (const [name, value] of Object.entries(config.headers)) if (!headers.has(name)) headers.set(name, value)
  if (authorization !== undefined && !isFixed(config)) {
    token = await authorization.token(init.signal ?? new AbortController().signal)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  }
  const ask = (): Promise<Response> => fetch(url, { ...init, headers })
  const answer = await ask().catch((error: unknown) => {
    // A connection that was kept may have been closed just then.
    if (isReset(error) && isReading(init.body)) return ask()
    throw error
  })
  return { answer, token }
}

function isShortOfRights({ status, headers }: Response): boolean {
  return status === 403 && /\berror="?insufficient_scope\b/.test(headers.get('www-authenticate') ?? '')
}

function isFixed({ headers }: HttpServerConfig): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
}

function loginRequired(server: string): McpError {
  return new McpError(
    'MCP_LOGIN_REQUIRED',
    server,
    `the MCP server ${server} wants a login; log in by: ${loginCommand(server)}`,
  )
}

function furtherRights(server: string, challenge = ''): McpError {
  const text = `the MCP server ${server} wants a login with further rights (${shown(challenge)}); log in again by: ${loginCommand(server)}`
  return new McpError('MCP_LOGIN_REQUIRED', server, text)
}

async function bounded({ server, exact }: FetchSetting, answer: Response): Promise<Response> {
  const { status, statusText, headers, body, ok } = answer
  if (isShortOfRights(answer)) {
    await body?.cancel()
    throw furtherRights(server, headers.get('www-authenticate') ?? '')
  }
  const tooLong = () =>
    new McpError(
      'MCP_MALFORMED',
      server,
      `the MCP server ${server} sent a message of more than ${connectionLimits.messageBytes} bytes`,
    )
  const facts = { status, statusText, headers }
  if (ok && body !== null && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
    const guard = eventGuard(connectionLimits.messageBytes, (data) => exact.examineText(data), tooLong)
    return answerWith(body.pipeThrough(guard), facts)
  }
  const bytes = await boundedBody(answer, ok ? connectionLimits.messageBytes : refusalBytes)
  const text = bytes?.toString('utf8')
  if (text === undefined && ok) throw tooLong()
  if (ok && text !== undefined) exact.examineText(text)
  return answerWith(text === '' || text === undefined ? null : text, facts)
}

function answerWith(
  body: string | ReadableStream<Uint8Array> | null,
  { status, statusText, headers }: ResponseInit,
): Response {
  const bare = new Headers(headers)
  // The body is decoded by now.
  for (const name of ['content-encoding', 'content-length']) bare.delete(name)
  return new Response(body, { status: status ?? 200, statusText: statusText ?? '', headers: bare })
}
