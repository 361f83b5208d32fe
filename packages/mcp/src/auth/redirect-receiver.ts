import { untilAborted } from '@millrace/host'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { McpError } from '../contract/error.ts'

/** What an authorization server sent back by way of the browser. Untrusted. */
export type RedirectAnswer =
  | { readonly kind: 'code'; readonly code: string; readonly iss?: string }
  | { readonly kind: 'error'; readonly error: string; readonly description?: string; readonly iss?: string }

/** A place on this machine that a browser is sent back to, once. */
export interface RedirectReceiver {
  /** The address of it. */
  readonly address: string
  /** What the authorization server must send along, so that an answer is known to be one to this login. */
  readonly state: string
  /** The first answer that bears the state. Rejects with the reason of the signal. */
  answer(signal: AbortSignal): Promise<RedirectAnswer>
  /** Idempotent. */
  close(): Promise<void>
}

/** Where the place is to be. */
export interface RedirectPlace {
  /** Any free one unless given. */
  readonly port?: number
  /** One that nobody can guess unless given, as it must be for clients that were registered by hand. */
  readonly path?: string
}

/** @throws McpError `MCP_LOGIN_FAILED` where the port cannot be had. */
export async function receiveRedirect(name: string, place: RedirectPlace): Promise<RedirectReceiver> {
  const path = place.path ?? `/${randomBytes(24).toString('base64url')}`
  const state = randomBytes(32).toString('base64url')
  let settle: (answer: RedirectAnswer) => void = () => undefined
  const answered = new Promise<RedirectAnswer>((resolve) => (settle = resolve))
  let host = ''
  let isUsed = false
  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 10_000 }, (request, response) => {
    const told = isUsed ? undefined : read(request, { host, path, state })
    if (told === undefined) return respond(response, 404, nothingHere)
    isUsed = true
    respond(response, 200, told.kind === 'code' ? finished : refusedPage)
    settle(told)
  })
  const port = await listen(server, name, place.port ?? 0)
  host = `127.0.0.1:${port}`
  let closing: Promise<void> | undefined
  return {
    address: `http://${host}${path}`,
    state,
    answer: (signal) => untilAborted(answered, signal),
    close: () => (closing ??= closed(server)),
  }
}

interface Expected {
  readonly host: string
  readonly path: string
  readonly state: string
}

/** Longer codes are none. */
const mostCharacters = 8192

/** @returns `undefined` for whatever is no answer to this login: a page of a stranger gets nothing out of asking. */
function read(request: IncomingMessage, expected: Expected): RedirectAnswer | undefined {
  if (request.method !== 'GET' || request.headers.host !== expected.host) return undefined
  const target = request.url ?? ''
  if (!target.startsWith('/') || !URL.canParse(`http://${expected.host}${target}`)) return undefined
  const { pathname, searchParams } = new URL(`http://${expected.host}${target}`)
  if (pathname !== expected.path || !isSame(one(searchParams, 'state'), expected.state)) return undefined
  const [code, error] = [one(searchParams, 'code'), one(searchParams, 'error')]
  const iss = one(searchParams, 'iss')
  const from = iss === undefined ? {} : { iss }
  if (error !== undefined) {
    const description = one(searchParams, 'error_description')
    return { kind: 'error', error, ...(description === undefined ? {} : { description }), ...from }
  }
  return code === undefined ? undefined : { kind: 'code', code, ...from }
}

/** The value of a parameter that is there once. */
function one(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name)
  return others.length > 0 || value === '' || (value?.length ?? 0) > mostCharacters ? undefined : value
}

function isSame(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const finished = page('The login is done.', 'You may close this page and go back to Millrace.')
const refusedPage = page('There was no login.', 'You may close this page; Millrace says why.')
const nothingHere = page('There is nothing here.', 'A login is done in the page that Millrace opened.')

/** Nothing of the request gets into it. */
function page(title: string, words: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Millrace</title><h1>${title}</h1><p>${words}</p></html>\n`
}

function respond(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(body)
}

function listen(server: Server, name: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const advice = port === 0 ? '' : '; another --port may be free'
      const problem = `cannot wait for the browser on port ${port} of 127.0.0.1: ${error.code ?? error.message}${advice}`
      reject(new McpError('MCP_LOGIN_FAILED', name, `the login to "${name}" ${problem}`))
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** What is being sent is sent: the last page says that it may be closed. */
async function closed(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  const late = setTimeout(() => server.closeAllConnections(), 500)
  server.closeIdleConnections()
  await ended
  clearTimeout(late)
}
