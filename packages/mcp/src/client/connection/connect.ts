import { ProcessError } from '@millrace/host'
import type { McpServerConfig, StdioServerConfig } from '../../contract/config.ts'
import type { McpConnection } from '../../contract/connection.ts'
import { McpError } from '../../contract/error.ts'
import type { McpOptions } from '../../contract/service.ts'
import { dial, type Greeting } from './dial.ts'
import { asMcpError, mcpErrorIn } from './failure.ts'
import { HttpTransport } from './http-transport.ts'
import { partsOf, type Parts } from './parts.ts'
import { StdioTransport } from './stdio-transport.ts'
import { requireUsable } from './usable.ts'
import type { KnownTransport } from './wire.ts'

/** Servers that were found to speak the older generation, so that a restart need not ask. */
const olderServers = new WeakSet<McpServerConfig>()

/** An older server that does not answer what it does not know is waited for no longer than this. */
const longestProbeMs = 5000

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
  private readonly time = new AbortController()
  private readonly signal: AbortSignal
  private isLate = false

  constructor(name: string, config: McpServerConfig, options: McpOptions, signal: AbortSignal) {
    this.name = name
    this.config = config
    this.options = options
    this.outer = signal
    this.signal = AbortSignal.any([signal, this.time.signal])
  }

  async run(): Promise<McpConnection> {
    const { config } = this
    const wasOlder = olderServers.has(config)
    const greetings: Greeting[] = wasOlder ? ['legacy', 'ask'] : ['ask', 'legacy']
    const { startMs, timers } = partsOf(this.name, config, this.options)
    timers.sleep(startMs, this.time.signal).then(
      () => this.expire(),
      () => {},
    )
    let failure: unknown
    for (const [index, greeting] of greetings.entries()) {
      const openMs = index === 0 ? startMs / 2 : startMs
      try {
        return await this.attempt(greeting, openMs)
      } catch (error) {
        failure = this.failureOf(error)
        if (this.signal.aborted || isFinal(failure)) break
      }
    }
    olderServers.delete(config)
    throw failure
  }

  end(): void {
    this.time.abort()
  }

  private async attempt(greeting: Greeting, openMs: number): Promise<McpConnection> {
    const parts = partsOf(this.name, this.config, this.options)
    const transport = this.transport(this.config, parts)
    const times = { probeMs: Math.min(longestProbeMs, openMs / 3), openMs }
    const connection = await dial(transport, parts, greeting, times, this.signal)
    if (connection.facts.era === 'legacy') olderServers.add(this.config)
    return connection
  }

  private transport(config: McpServerConfig, parts: Parts): KnownTransport {
    if (config.type === 'stdio') return this.program(config, parts)
    const { name, options } = this
    return new HttpTransport({
      server: name,
      config,
      fetch: options.fetch ?? globalThis.fetch,
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

  private expire(): void {
    this.isLate = true
    this.time.abort()
  }

  private failureOf(error: unknown): unknown {
    if (this.outer.aborted) return this.outer.reason
    if (!this.isLate) return asMcpError(error, this.name, 'opening')
    const text = `the MCP server ${this.name} was not ready within its time limit (startTimeoutMs); see its log`
    return new McpError('MCP_CONNECT_FAILED', this.name, text, { cause: error })
  }
}

/** Whether another way of greeting will not help. */
function isFinal(failure: unknown): boolean {
  if (failure instanceof Error && failure.cause instanceof ProcessError) return true
  const code = mcpErrorIn(failure)?.code
  return code === 'MCP_LOGIN_REQUIRED' || code === 'MCP_CONFIG_INVALID'
}
