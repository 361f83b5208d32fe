import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client'
import { messageOf } from '@millrace/protocol'
import type { Clock, Timers } from '@millrace/host'
import type { HttpServerConfig } from '../../contract/config.ts'
import type { McpAuthorization } from '../../contract/service.ts'
import { EndingTransport } from './ending-transport.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { isRecord } from '../../is-record.ts'
import { Reconnects } from './reconnects.ts'
import { within } from './within.ts'

/** Telling the server that its session is over may take so long. */
const farewellMs = 500

/** How a server by HTTP is reached. */
export interface HttpSetting {
  readonly server: string
  readonly config: HttpServerConfig
  readonly fetch: typeof globalThis.fetch
  readonly authorization: McpAuthorization | undefined
  readonly clock: Clock
  readonly timers: Timers
  readonly odd: (text: string) => void
}

/** The transport of the SDK. */
type SdkTransport = Transport & { terminateSession(): Promise<void> }

/** Messages by streamable HTTP, as the SDK sends them, with bounds; it is over when the server has forgotten the session. */
export class HttpTransport extends EndingTransport {
  readonly hasPerRequestStream = true
  private readonly setting: HttpSetting
  private readonly reconnects: Reconnects
  private inner: SdkTransport | undefined

  constructor(setting: HttpSetting) {
    super()
    this.setting = setting
    this.reconnects = new Reconnects(setting.clock, setting.timers)
  }

  get sessionId(): string | undefined {
    return this.inner?.sessionId
  }

  setProtocolVersion(version: string): void {
    this.inner?.setProtocolVersion?.(version)
  }

  async start(): Promise<void> {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const { config, server, authorization, fetch } = this.setting
    const inner: SdkTransport = new StreamableHTTPClientTransport(new URL(config.url), {
      fetch: guardedFetch({ server, config, fetch, authorization, exact: this.exact }),
      redirectPolicy: 'same-origin',
      reconnectionOptions: {
        initialReconnectionDelay: 1000,
        maxReconnectionDelay: 60_000,
        reconnectionDelayGrowFactor: 1.5,
        maxRetries: Number.MAX_SAFE_INTEGER,
      },
      reconnectionScheduler: (reconnect, delay) => this.reconnects.schedule(reconnect, delay),
    })
    inner.onmessage = (message, extra) => this.onmessage?.(message, extra)
    inner.onerror = (error) => this.setting.odd(messageOf(error))
    this.inner = inner
    await inner.start()
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    try {
      await this.inner?.send(message, options)
    } catch (error) {
      const why = this.endOf(error)
      if (why !== undefined) this.ended(why)
      throw error
    }
  }

  /** Why a failure is the end of the connection and not of one request alone. */
  private endOf(error: unknown): string | undefined {
    const facts = isRecord(error) && isRecord(error['data']) ? error['data'] : {}
    if (this.sessionId !== undefined && facts['status'] === 404) return 'the server has forgotten the session'
    const cause = error instanceof Error && isRecord(error.cause) ? error.cause : {}
    return cause['code'] === 'ECONNREFUSED' ? 'nobody answers at its address' : undefined
  }

  protected async end(): Promise<void> {
    const wasOver = this.isOver
    this.ended()
    this.reconnects.stop()
    const { inner } = this
    if (inner === undefined) return
    if (!wasOver && inner.sessionId !== undefined) await this.sayFarewell(inner)
    await inner.close()
  }

  private async sayFarewell(inner: SdkTransport): Promise<void> {
    // What it fails with was noted; the session is over either way.
    const told = inner.terminateSession().catch(() => {})
    await within(this.setting.timers, told, farewellMs)
  }
}
