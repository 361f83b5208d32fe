import { randomBytes } from 'node:crypto'
import type * as Sdk from '@modelcontextprotocol/server'
import type { Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { ClientSeat, ToolServer } from './tool-server.ts'

/** How long and how many. */
export interface SessionLimits {
  readonly maxBodyBytes: number
  /** Sessions at a time; for one more, the one that is idle for the longest time ends. */
  readonly maxSessions: number
  /** Milliseconds without a request after which a session ends, unless a call of it runs. */
  readonly idleMs: number
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  readonly seat: ClientSeat
  readonly stop: () => void
  lastUsed: number
}

/** Clients of the 2025 revisions by HTTP: each has a session, on whose streams it can be asked. */
export class LegacySessions {
  private readonly from: ToolServer
  private readonly sdk: typeof Sdk
  private readonly limits: SessionLimits
  private readonly sessions = new Map<string, Session>()
  private readonly sweeping: NodeJS.Timeout

  constructor(from: ToolServer, sdk: typeof Sdk, limits: SessionLimits) {
    this.from = from
    this.sdk = sdk
    this.limits = limits
    this.sweeping = setInterval(() => this.sweep(), Math.min(limits.idleMs, 60_000))
    this.sweeping.unref()
  }

  get size(): number {
    return this.sessions.size
  }

  /** Serves a request: of a session, or the first of a new one. */
  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const session = this.sessions.get(id)
      if (session === undefined) return refusal(404, 'there is no such session: begin a new one')
      session.lastUsed = performance.now()
      return session.transport.handleRequest(request)
    }
    if (request.method !== 'POST') return refusal(400, 'the header mcp-session-id is missing')
    return this.open(request)
  }

  async close(): Promise<void> {
    clearInterval(this.sweeping)
    await Promise.all([...this.sessions.keys()].map((id) => this.end(id)))
  }

  /** The transport itself refuses what is no opening; nothing is kept of it then. */
  private async open(request: Request): Promise<Response> {
    if (this.sessions.size >= this.limits.maxSessions && !(await this.makeRoom()))
      return refusal(503, 'there are too many sessions, and calls run in all of them')
    const { from } = this
    const seat = from.seat()
    const server = await from.serve(seat, 'legacy')
    let known: string | undefined
    const transport = new this.sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomBytes(24).toString('base64url'),
      maxRequestBodySize: this.limits.maxBodyBytes,
      onsessioninitialized: (id) => {
        known = id
        const stop = from.tellChanges(server)
        this.sessions.set(id, { transport, server, seat, stop, lastUsed: performance.now() })
      },
      onsessionclosed: (id) => this.end(id),
    })
    await server.connect(transport)
    const response = await transport.handleRequest(request)
    if (known === undefined) {
      await seat.close()
      await server.close()
    }
    return response
  }

  private async end(id: string): Promise<void> {
    const session = this.sessions.get(id)
    if (session === undefined) return
    this.sessions.delete(id)
    session.stop()
    await session.seat.close()
    await session.server.close()
  }

  private async makeRoom(): Promise<boolean> {
    const [longest] = [...this.sessions]
      .filter(([, { seat }]) => !seat.isBusy)
      .toSorted(([, one], [, other]) => one.lastUsed - other.lastUsed)
    if (longest === undefined) return false
    await this.end(longest[0])
    return true
  }

  private sweep(): void {
    const before = performance.now() - this.limits.idleMs
    for (const [id, { lastUsed, seat }] of this.sessions) {
      if (lastUsed > before || seat.isBusy) continue
      this.end(id).catch((error: unknown) => this.from.warn('a session could not be ended', error))
    }
  }
}

/** What is wrong, in the words of the protocol. */
export function errorOf(message: string): unknown {
  return { jsonrpc: '2.0', error: { code: -32_000, message }, id: null }
}

function refusal(status: number, message: string): Response {
  return Response.json(errorOf(message), { status })
}
