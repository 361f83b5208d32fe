import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { listenOnLoopback, type LoopbackRefusal, type LoopbackService } from '@millrace/host'
import type { WireFailure } from '../wire/frame.ts'
import type { WebHost } from './host.ts'
import { answerHeaders } from './http/security-headers.ts'
import { builtPage } from './page/built-page.ts'
import { PageFiles, type PageContents } from './page/page-files.ts'
import { webRouter } from './routes/web-router.ts'
import { webRoutes, type WebRoute } from './routes/web-routes.ts'
import { SessionFeeds } from './streams/session-feeds.ts'
import { StreamSeats } from './streams/stream-seats.ts'

/** Bounds on what a server takes. */
export interface WebLimits {
  /** Bytes of a body. */
  readonly bodyBytes: number
  /** Streams that are open at the same time. */
  readonly streams: number
  /** Milliseconds until the headers of a request are there. */
  readonly headersMs: number
  /** Milliseconds until all of a request is there. */
  readonly requestMs: number
}

/** How the workbench is served. There is no option to serve it to another machine. */
export interface ServeWebOptions {
  /** Of this machine alone; any that is free where it is 0. */
  readonly port: number
  /** At least 32 letters, digits, `_` and `-`. */
  readonly token: string
  /** The files of the page; those that were built into the package unless given. */
  readonly files?: PageContents
  readonly limits?: Partial<WebLimits>
  /** Hears of failures that no page is told the cause of; a warning of the process unless given. */
  readonly warn?: (message: string, error: unknown) => void
}

/** A running server: where browsers find it, what it answers, and its end. */
export interface ServedWorkbench {
  /** With the token in its fragment, which no request carries. */
  readonly url: string
  readonly port: number
  /** Everything that it answers. */
  readonly routes: readonly WebRoute[]
  /** Ends all streams and connections. Idempotent. */
  close(): Promise<void>
}

const usual: WebLimits = { bodyBytes: 4 * 1024 * 1024, streams: 64, headersMs: 10_000, requestMs: 30_000 }

/**
 * Serves the workbench to browsers of this machine that know the token.
 * @throws WorkbenchError `WEB_PAGE_MISSING` where the page was not built; TypeError for a token that could be guessed; the
 * error of the system where the port cannot be had.
 */
export async function serveWeb(host: WebHost, options: ServeWebOptions): Promise<ServedWorkbench> {
  const { port, token, warn = warnOfProcess } = options
  if (!/^[\w-]*$/.test(token)) throw new TypeError('the token must be letters, digits, "_" and "-"')
  const limits = { ...usual, ...options.limits }
  const files = new PageFiles(options.files ?? (await builtPage()))
  const feeds = new SessionFeeds(host.sessions, warn)
  const seats = new StreamSeats(limits.streams)
  const router = webRouter({ host, feeds, seats, warn }, limits.bodyBytes)
  const api = getRequestListener(router.fetch, { overrideGlobalObjects: false })
  const { headersMs, requestMs } = limits
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const served = files.has(request) ? files.serve(request, response) : api(request, response)
    served.catch((error: unknown) => {
      warn('an answer could not be sent', error)
      response.destroy()
    })
  }
  const server = await listenOnLoopback(service(files, serve), {
    port,
    token,
    headers: answerHeaders,
    headersMs,
    requestMs,
  })
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    server.stop()
    seats.close()
    // What was sent last leaves first.
    await new Promise((resolve) => setImmediate(resolve))
    server.cut()
  }
  return {
    url: `${server.origin}/#token=${token}`,
    port: server.port,
    routes: webRoutes(files.paths),
    close,
  }
}

function service(files: PageFiles, serve: LoopbackService['serve']): LoopbackService {
  return {
    isPublic: (request) => files.has(request),
    refusal: (request) => (files.has(request) ? pageRefusal(request) : methodRefusal(request)),
    told: (refusal) => ({ error: { code: codeOf(refusal), message: refusal.reason } }) satisfies WireFailure,
    serve,
  }
}

function pageRefusal({ method }: IncomingMessage): LoopbackRefusal | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  return {
    status: 405,
    reason: 'the method must be GET or HEAD at this address',
    headers: { Allow: 'GET, HEAD' },
  }
}

/** Methods that no route has; the router would answer some of them with those that it has. */
function methodRefusal({ method }: IncomingMessage): LoopbackRefusal | undefined {
  if (method === 'GET' || method === 'POST') return undefined
  return { status: 405, reason: 'the method must be GET or POST', headers: { Allow: 'GET, POST' } }
}

const codes: Readonly<Record<number, string>> = {
  401: 'NOT_AUTHORISED',
  403: 'FOREIGN_REQUEST',
  405: 'METHOD_NOT_ALLOWED',
}

function codeOf({ status }: LoopbackRefusal): string {
  return codes[status] ?? 'BAD_REQUEST'
}

function warnOfProcess(message: string, error: unknown): void {
  process.emitWarning(
    `Web: ${message}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  )
}
