import type { Client } from '@modelcontextprotocol/client'
import { messageOf } from '@millrace/protocol'
import { headOf, type JsonObject } from '@millrace/schema'
import type {
  McpConnection,
  RemoteCallOptions,
  RemoteResult,
  RemoteTool,
  RemoteTools,
  ServerFacts,
} from '../../contract/connection.ts'
import { McpError } from '../../contract/error.ts'
import { Deadlines } from './deadlines.ts'
import { asMcpError, lost } from './failure.ts'
import { headerFault } from './header-fault.ts'
import { isRecord } from '../../is-record.ts'
import { connectionLimits } from './limits.ts'
import { listTools, type Page } from './list-tools.ts'
import type { Parts } from './parts.ts'
import { remoteResult } from './remote-result.ts'
import { RunningCall, type CallSetting } from './running-call.ts'
import { callAsTask, wantsTask } from './task-call.ts'
import type { Expected, Wire } from './wire.ts'

/** What a timer bears: the limits of the SDK are not used, as they end no call that reports progress. */
const never = 2_147_483_647

const nothing = (): void => {}

/** Takes any result: what comes back is judged here, and the SDK saw only its stand-in. */
const anything = {
  '~standard': { version: 1, vendor: 'millrace', validate: (value: unknown) => ({ value }) },
} as const

/** A connection that the SDK has opened. */
export class ServerConnection implements McpConnection {
  readonly facts: ServerFacts
  readonly closed: Promise<string>
  private readonly client: Client
  private readonly wire: Wire
  private readonly parts: Parts
  private readonly setting: CallSetting
  private readonly calls = new Set<RunningCall>()
  private lists: Promise<unknown> = Promise.resolve()
  private over: string | undefined
  private closing: Promise<void> | undefined

  constructor(client: Client, wire: Wire, parts: Parts) {
    this.client = client
    this.wire = wire
    this.parts = parts
    this.facts = factsOf(client)
    const { clock, timers, limits, asking } = parts
    const deadlines = new Deadlines(clock, timers)
    this.setting = { clock, timers, limits, deadlines, isAsking: () => asking?.isOpen === true }
    this.closed = new Promise((resolve) => {
      client.onclose = () => {
        const reason = (this.over ??= wire.endedBecause ?? 'it was closed')
        deadlines.stop()
        parts.ended.abort()
        // Calls have failed by now; who waits for the end wants nothing of it to be left.
        const told = (): void => resolve(reason)
        wire.close().then(told, (error: unknown) => {
          parts.oddities.note(messageOf(error))
          told()
        })
      }
    })
    if (client.transport === undefined) client.onclose?.()
  }

  async listTools(signal: AbortSignal): Promise<RemoteTools> {
    this.requireOpen()
    if (this.client.getServerCapabilities()?.tools === undefined) return { tools: [], problems: [] }
    const turn = this.lists.then(() => this.list(signal))
    this.lists = turn.catch(nothing)
    return turn
  }

  async callTool(tool: RemoteTool, args: JsonObject, options: RemoteCallOptions): Promise<RemoteResult> {
    options.signal.throwIfAborted()
    this.requireOpen()
    const call = new RunningCall(args, options, this.setting)
    if (this.calls.size === 0) this.parts.asking?.callsBegin()
    this.calls.add(call)
    this.wire.expectCall(call.args, call)
    try {
      const settled = await this.request(tool, call)
      const failure = this.failureOf(call)
      if (failure !== undefined) throw failure
      return remoteResult(this.parts.server, call.answer ?? { result: settled, exact: undefined })
    } catch (error) {
      options.signal.throwIfAborted()
      throw this.failureOf(call) ?? asMcpError(error, this.parts.server, 'call')
    } finally {
      call.finish()
      this.wire.forget(call)
      this.calls.delete(call)
      if (this.calls.size === 0) this.parts.asking?.callsEnd()
    }
  }

  onToolsChanged(listener: () => void): () => void {
    return this.parts.news.add(listener)
  }

  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    this.over ??= 'it was closed'
    await this.client.close()
    // The SDK closes what it still knows; a transport that ended by itself has to let go, too.
    await this.wire.close()
  }

  private requireOpen(): void {
    if (this.over === undefined) return
    const { server } = this.parts
    throw new McpError('MCP_NOT_CONNECTED', server, `the MCP server ${server} is not connected: ${this.over}`)
  }

  private get isMirrored(): boolean {
    return this.wire.hasPerRequestStream && this.facts.era === 'modern'
  }

  private request(tool: RemoteTool, call: RunningCall): Promise<unknown> {
    const params = { name: tool.name, arguments: call.args }
    const options = { signal: call.signal, timeout: never, onprogress: nothing }
    if (wantsTask(this.client, tool)) {
      return callAsTask(tool, call, {
        timers: this.parts.timers,
        request: (method, of) => this.client.request({ method, params: of }, anything, options),
        look: (method, of, timeout) => this.client.request({ method, params: of }, anything, { timeout }),
        expect: (taskId) => this.wire.expectTask(taskId, call),
      })
    }
    if (!this.isMirrored) return this.client.request({ method: 'tools/call', params }, anything, options)
    // Headers repeat arguments that the schema names; the output schema stays out of it, or it would be compiled.
    const inputSchema = isRecord(tool.inputSchema) ? tool.inputSchema : {}
    const toolDefinition = { name: tool.name, inputSchema: { ...inputSchema, type: 'object' as const } }
    return this.client.callTool(params, { ...options, toolDefinition })
  }

  private failureOf(call: RunningCall): McpError | undefined {
    const { server, limits } = this.parts
    if (call.expired === 'total') {
      return timedOut(server, `did not finish the call within ${limits.total} ms, its limit (totalTimeoutMs)`)
    }
    if (call.expired === 'idle') {
      return timedOut(server, `sent no result and no progress for ${limits.idle} ms (idleTimeoutMs)`)
    }
    if (call.failed?.kind === 'lost') return lost(server, 'call', call.failed.why)
    if (call.failed === undefined) return undefined
    return new McpError(
      'MCP_MALFORMED',
      server,
      `the MCP server ${server} answered the call with ${call.failed.why}`,
    )
  }

  private async list(signal: AbortSignal): Promise<RemoteTools> {
    signal.throwIfAborted()
    const { server, startMs, timers } = this.parts
    const time = new AbortController()
    let isLate = false
    const late = (): void => {
      isLate = true
      time.abort('it took too long')
    }
    timers.sleep(startMs, time.signal).then(late, nothing)
    const within = AbortSignal.any([signal, time.signal])
    try {
      return await listTools(server, (cursor) => this.page(cursor, within), this.faultOf)
    } catch (error) {
      signal.throwIfAborted()
      if (isLate) throw timedOut(server, `did not list its tools within ${startMs} ms (startTimeoutMs)`)
      throw asMcpError(error, server, 'listing')
    } finally {
      time.abort()
    }
  }

  /** By HTTP the newer generation repeats arguments in headers, which must be possible. */
  private readonly faultOf = ({ inputSchema }: RemoteTool): string | undefined => {
    if (!this.isMirrored) return undefined
    const fault = headerFault(inputSchema)
    return fault === undefined ? undefined : `to have repeated in headers (x-mcp-header) ${fault}`
  }

  private async page(cursor: string | undefined, signal: AbortSignal): Promise<Page> {
    const expected = new ExpectedPage()
    this.wire.expectList(expected)
    const params = cursor === undefined ? {} : { cursor }
    const options = { signal, timeout: never }
    try {
      const settled = await this.client.request({ method: 'tools/list', params }, anything, options)
      const page = expected.page ?? (isRecord(settled) ? settled : {})
      return this.wire.isText ? page : (JSON.parse(JSON.stringify(page)) as Page)
    } catch (error) {
      if (expected.failed === undefined) throw error
      throw new McpError(
        'MCP_MALFORMED',
        this.parts.server,
        `the list of tools of ${this.parts.server} is ${expected.failed}`,
      )
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

function timedOut(server: string, what: string): McpError {
  return new McpError('MCP_TIMEOUT', server, `the MCP server ${server} ${what}; it was told to stop`)
}

function factsOf(client: Client): ServerFacts {
  const { name, version } = client.getServerVersion() ?? {}
  const instructions = client.getInstructions()
  return {
    era: client.getProtocolEra() ?? 'legacy',
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    ...(name !== undefined && { name: headOf(name, connectionLimits.nameLength) }),
    ...(version !== undefined && { version: headOf(version, connectionLimits.nameLength) }),
    ...(instructions !== undefined && {
      instructions: headOf(instructions, connectionLimits.instructionsLength),
    }),
  }
}
