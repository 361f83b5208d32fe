import type { Client } from '@modelcontextprotocol/client'
import type { RemoteTool, RemoteTools } from '../../contract/connection.ts'
import { McpError } from '../../contract/error.ts'
import { isRecord } from '../../is-record.ts'
import { asMcpError, timedOut } from './failure.ts'
import { headerFault } from './header-fault.ts'
import { listTools, type Page } from './list-tools.ts'
import type { Parts } from './parts.ts'
import { rawRequest } from './raw-request.ts'
import { TimeLimit } from './time-limit.ts'
import type { Expected, Wire } from './wire.ts'

/** Asks a server for its tools: for one list at a time, within a time limit. */
export class ToolLists {
  private readonly client: Client
  private readonly wire: Wire
  private readonly parts: Parts
  private readonly isMirrored: boolean
  private turn: Promise<unknown> = Promise.resolve()

  /** @param isMirrored - whether calls repeat arguments in headers, which must be possible then. */
  constructor(client: Client, wire: Wire, parts: Parts, isMirrored: boolean) {
    this.client = client
    this.wire = wire
    this.parts = parts
    this.isMirrored = isMirrored
  }

  /** The next list. @throws McpError, or the reason of the signal. */
  next(signal: AbortSignal): Promise<RemoteTools> {
    const list = this.turn.then(() => this.list(signal))
    // Whoever asked for it hears of its failure.
    this.turn = list.catch(() => {})
    return list
  }

  private async list(signal: AbortSignal): Promise<RemoteTools> {
    signal.throwIfAborted()
    const { server, startMs, timers } = this.parts
    const limit = new TimeLimit(startMs, timers, signal)
    try {
      return await listTools(server, (cursor) => this.page(cursor, limit.signal), this.faultOf)
    } catch (error) {
      signal.throwIfAborted()
      if (limit.isOver) throw timedOut(server, `did not list its tools within ${startMs} ms (startTimeoutMs)`)
      throw asMcpError(error, server, 'listing')
    } finally {
      limit.end()
    }
  }

  private readonly faultOf = ({ inputSchema }: RemoteTool): string | undefined => {
    if (!this.isMirrored) return undefined
    const fault = headerFault(inputSchema)
    return fault === undefined ? undefined : `to have repeated in headers (x-mcp-header) ${fault}`
  }

  private async page(cursor: string | undefined, signal: AbortSignal): Promise<Page> {
    const expected = new ExpectedPage()
    this.wire.expectList(expected)
    try {
      const params = cursor === undefined ? {} : { cursor }
      const settled = await rawRequest(this.client, 'tools/list', params, { signal })
      const page = expected.page ?? (isRecord(settled) ? settled : {})
      return this.wire.isText ? page : (JSON.parse(JSON.stringify(page)) as Page)
    } catch (error) {
      if (expected.failed === undefined) throw error
      const { server } = this.parts
      throw new McpError('MCP_MALFORMED', server, `the list of tools of ${server} is ${expected.failed}`)
    } finally {
      this.wire.expectList(undefined)
      this.wire.forget(expected)
      expected.finish()
    }
  }
}

class ExpectedPage implements Expected {
  readonly standIn = { tools: [], ttlMs: 0, cacheScope: 'private' }
  page: Page | undefined
  failed: string | undefined
  private readonly ended = new AbortController()

  get over(): AbortSignal {
    return this.ended.signal
  }

  take(result: Page): void {
    this.page = result
  }

  progress(): void {}

  lost(why: string): void {
    this.failed ??= why
  }

  malformed(why: string): void {
    this.failed ??= why
  }

  finish(): void {
    this.ended.abort()
  }
}
