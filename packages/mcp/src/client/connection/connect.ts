import { messageOf } from '@millrace/protocol'
import { ProcessError } from '@millrace/host'
import type { McpServerConfig, StdioServerConfig } from '../../contract/config.ts'
import type { McpConnection } from '../../contract/connection.ts'
import { McpError } from '../../contract/error.ts'
import type { McpOptions } from '../../contract/service.ts'
import { dial, type DialTimes, type Greeting } from './dial.ts'
import { asMcpError, mcpErrorIn } from './failure.ts'
import { isRecord } from '../../is-record.ts'
import { HttpTransport } from './http-transport.ts'
import { partsOf, type Parts } from './parts.ts'
import { patientFetch } from './patient-fetch.ts'
import { StdioTransport } from './stdio-transport.ts'
import { TimeLimit } from './time-limit.ts'
import { requireUsable } from './usable.ts'
import type { KnownTransport } from './wire.ts'

/** Servers that were found to speak the older generation, so that a restart need not ask. */
const olderServers = new WeakSet<McpServerConfig>()

/** An older server that does not answer what it does not know is waited for no longer than this. */
const longestProbeMs = 3000

/**
 * Connects to a server: starts its program, or reaches it by HTTP, and agrees on the protocol.
 * @param name - as the configuration calls it; for messages.
 * @throws McpError, or the reason of the signal. Nothing of it is left then.
 */
export async function connect(
  name: string,
  config: McpServerConfig,
  options: McpOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  requireUsable(name, config)
  signal.throwIfAborted()
  const start = new Start(name, config, options, signal)
  try {
    return await start.run()
  } finally {
    start.end()
  }
}

class Start {
  private readonly name: string
  private readonly config: McpServerConfig
  private readonly options: McpOptions
  private readonly outer: AbortSignal
  private readonly startMs: number
  private readonly limit: TimeLimit

  constructor(name: string, config: McpServerConfig, options: McpOptions, signal: AbortSignal) {
    this.name = name
    this.config = config
    this.options = options
    this.outer = signal
    const { startMs, timers } = partsOf(name, config, options)
    this.startMs = startMs
    this.limit = new TimeLimit(startMs, timers, signal)
  }

  async run(): Promise<McpConnection> {
    const { config, startMs } = this
    const first: Greeting = olderServers.has(config) ? 'legacy' : 'ask'
    try {
      return await this.attempt(first, timesOf(config, startMs))
    } catch (error) {
      const failure = this.failureOf(error)
      olderServers.delete(config)
      if (this.limit.signal.aborted || isFinal(failure)) throw failure
      const second = secondGreeting(first, failure)
      this.logRestart(second, failure)
      return await this.attempt(second, { probeMs: startMs, openMs: startMs }).catch((again: unknown) => {
        throw this.bothOf(failure, this.failureOf(again))
      })
    }
  }

  end(): void {
    this.limit.end()
  }

  /** A program whose log says twice that it starts was started twice: its log says why. */
  private logRestart(second: Greeting, failure: unknown): void {
    const { config, name, options } = this
    if (config.type !== 'stdio') return
    const generation = second === 'legacy' ? 'older' : 'newer'
    const text = `it is started again, to speak the ${generation} generation of MCP`
    options.log?.(name, `${messageOf(failure)}; ${text}\n`)
  }

  /** Which of two failures tells more is not known. */
  private bothOf(first: unknown, second: unknown): unknown {
    if (!(second instanceof McpError) || second.code !== 'MCP_CONNECT_FAILED') return second
    if (messageOf(first) === second.message) return second
    const text = `${second.message}. Before that: ${messageOf(first)}`
    return new McpError(second.code, this.name, text, { cause: second.cause })
  }

  private async attempt(greeting: Greeting, times: DialTimes): Promise<McpConnection> {
    const parts = partsOf(this.name, this.config, this.options)
    const transport = this.transport(this.config, parts)
    const connection = await dial(transport, parts, greeting, times, this.limit.signal)
    if (connection.facts.era === 'legacy') olderServers.add(this.config)
    return connection
  }

  private transport(config: McpServerConfig, parts: Parts): KnownTransport {
    if (config.type === 'stdio') return this.program(config, parts)
    const { name, options } = this
    return new HttpTransport({
      server: name,
      config,
      fetch: options.fetch ?? patientFetch,
      authorization: options.authorization?.(name, config),
      clock: parts.clock,
      timers: parts.timers,
      odd: (text) => parts.oddities.note(text),
    })
  }

  private program(config: StdioServerConfig, parts: Parts): KnownTransport {
    const { options, name } = this
    return new StdioTransport({
      server: name,
      command: {
        file: config.command,
        args: config.args,
        cwd: config.cwd ?? options.root,
        env: { ...options.env, ...config.env },
      },
      start: (spec) => options.start(spec, config.sandbox === true),
      timers: parts.timers,
      log: (text) => options.log?.(name, text),
      odd: (text) => parts.oddities.note(text),
    })
  }

  private failureOf(error: unknown): unknown {
    if (this.outer.aborted) return this.outer.reason
    if (!this.limit.isOver) return asMcpError(error, this.name, 'opening')
    const text = `the MCP server ${this.name} was not ready within its time limit (startTimeoutMs); see its log`
    return new McpError('MCP_CONNECT_FAILED', this.name, text, { cause: error })
  }
}

/** How long the first opening may take, so that there is time for another one. */
function timesOf({ type }: McpServerConfig, startMs: number): DialTimes {
  // By HTTP silence says nothing of the generation.
  if (type === 'http') return { probeMs: startMs / 2, openMs: startMs / 2 }
  return { probeMs: Math.min(longestProbeMs, startMs / 8), openMs: startMs / 4 }
}

/** What a server answers that speaks the newer generation alone, where it was slow to say so. */
const unsupportedVersion = -32022

/** How a server is greeted that did not stand the first greeting. */
function secondGreeting(first: Greeting, failure: unknown): Greeting {
  const cause = failure instanceof Error ? failure.cause : undefined
  const isNewer = isRecord(cause) && cause['code'] === unsupportedVersion
  return first === 'legacy' || isNewer ? 'ask' : 'legacy'
}

/** Whether another way of greeting will not help. */
function isFinal(failure: unknown): boolean {
  if (failure instanceof Error && failure.cause instanceof ProcessError) return true
  const code = mcpErrorIn(failure)?.code
  return code === 'MCP_LOGIN_REQUIRED' || code === 'MCP_CONFIG_INVALID'
}
