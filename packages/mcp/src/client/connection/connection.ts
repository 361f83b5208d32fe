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
import { asMcpError, lost, timedOut } from './failure.ts'
import { isRecord } from '../../is-record.ts'
import { connectionLimits } from './limits.ts'
import type { Parts } from './parts.ts'
import { noTimeout, rawRequest } from './raw-request.ts'
import { remoteResult } from './remote-result.ts'
import { RunningCall, type CallSetting } from './running-call.ts'
import { callAsTask, wantsTask } from './task-call.ts'
import { ToolLists } from './tool-lists.ts'
import type { Wire } from './wire.ts'

const nothing = (): void => {}

/** A connection that the SDK has opened. */
export class ServerConnection implements McpConnection {
  readonly facts: ServerFacts
  readonly closed: Promise<string>
  private readonly client: Client
  private readonly wire: Wire
  private readonly parts: Parts
  private readonly setting: CallSetting
  /** Whether arguments are repeated in headers: by HTTP, in the newer generation. */
  private readonly isMirrored: boolean
  private readonly calls = new Set<RunningCall>()
  private readonly lists: ToolLists
  private over: string | undefined
  private closing: Promise<void> | undefined

  constructor(client: Client, wire: Wire, parts: Parts) {
    this.client = client
    this.wire = wire
    this.parts = parts
    this.facts = factsOf(client)
    this.isMirrored = wire.hasPerRequestStream && this.facts.era === 'modern'
    this.lists = new ToolLists(client, wire, parts, this.isMirrored)
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
    return this.lists.next(signal)
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

  private request(tool: RemoteTool, call: RunningCall): Promise<unknown> {
    const params = { name: tool.name, arguments: call.args }
    const options = { signal: call.signal, onprogress: nothing }
    if (wantsTask(this.client, tool)) {
      return callAsTask(tool, call, {
        timers: this.parts.timers,
        request: (method, of) => rawRequest(this.client, method, of, options),
        look: (method, of, timeout) => rawRequest(this.client, method, of, { timeout }),
        expect: (taskId) => this.wire.expectTask(taskId, call),
      })
    }
    if (!this.isMirrored) return rawRequest(this.client, 'tools/call', params, options)
    // Headers repeat arguments that the schema names; the output schema stays out of it, or it would be compiled.
    const inputSchema = isRecord(tool.inputSchema) ? tool.inputSchema : {}
    const toolDefinition = { name: tool.name, inputSchema: { ...inputSchema, type: 'object' as const } }
    return this.client.callTool(params, { ...options, timeout: noTimeout, toolDefinition })
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
