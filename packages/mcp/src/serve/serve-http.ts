import type { IncomingMessage } from 'node:http'
import { listenOnLoopback, type LoopbackRefusal } from '@millrace/host'
import { errorOf, LegacySessions, type SessionLimits } from './legacy-sessions.ts'
import { NamedSeats } from './named-seats.ts'
import type { ToolServer } from './tool-server.ts'

/** How the tools are served by HTTP. */
export interface HttpOptions extends Partial<SessionLimits> {
  /** Of this machine alone; any that is free where it is 0. */
  readonly port: number
  /** What every request must bring as `Authorization: Bearer`. At least 32 characters. */
  readonly token: string
}

/** A server that listens. */
export interface ServedEndpoint {
  readonly url: string
  readonly port: number
  /** Ends all connections; calls are cancelled and waited for. Idempotent. */
  close(): Promise<void>
}

/** All routes, with the methods of each. */
export const httpRoutes: Readonly<Record<string, readonly string[]>> = { '/mcp': ['GET', 'POST', 'DELETE'] }

const usual: SessionLimits = { maxBodyBytes: 16 * 1024 * 1024, maxSessions: 64, idleMs: 3_600_000 }

type Fetch = (request: Request) => Promise<Response>

/**
 * Serves the tools by streamable HTTP, to programs of this machine that know the token.
 * @throws TypeError for a token that could be guessed; the error of the system where the port cannot be had.
 */
export async function serveHttp(
  from: ToolServer,
  { port: wanted, token, ...limits }: HttpOptions,
): Promise<ServedEndpoint> {
  const [sdk, { getRequestListener }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@hono/node-server'),
  ])
  const bounds = { ...usual, ...limits }
  const sessions = new LegacySessions(from, sdk, bounds)
  const seats = new NamedSeats(from)
  const modern = sdk.createMcpHandler(({ era }) => from.serve(seats, era), {
    legacy: 'reject',
    maxRequestBodySize: bounds.maxBodyBytes,
    onerror: (error) => from.warn('a request of a client', error),
  })
  const fetch: Fetch = async (request) => {
    const isLegacy = await sdk.isLegacyRequest(request, undefined, {
      maxRequestBodySize: bounds.maxBodyBytes,
    })
    return isLegacy ? sessions.fetch(request) : modern.fetch(request)
  }
  const listener = getRequestListener((request) => fetch(request as Request), {
    overrideGlobalObjects: false,
  })
  const server = await listenOnLoopback(
    {
      refusal: routeRefusal,
      told: ({ reason }) => errorOf(reason),
      serve: (request, response) => void listener(request, response),
    },
    { port: wanted, token },
  ).catch(async (error: unknown) => {
    await Promise.all([sessions.close(), modern.close()])
    throw error
  })
  const stop = from.onToolsChanged(() => modern.notify.toolsChanged())
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    stop()
    server.stop()
    await Promise.all([sessions.close(), seats.close()])
    await modern.close()
    server.cut()
  }
  const { origin, port } = server
  return { url: `${origin}/mcp`, port, close: () => (closing ??= close()) }
}

function routeRefusal({ method = '', url = '' }: IncomingMessage): LoopbackRefusal | undefined {
  const methods = httpRoutes[url]
  if (methods === undefined) {
    const routes = Object.keys(httpRoutes).join(', ')
    return { status: 404, reason: `there is nothing here: the server is at ${routes}` }
  }
  if (methods.includes(method)) return undefined
  const reason = `the method ${method} means nothing here`
  return { status: 405, reason, headers: { Allow: methods.join(', ') } }
}
