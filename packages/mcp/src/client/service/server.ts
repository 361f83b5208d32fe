import type { Context } from '@deepseek-ai/cordis'
import { systemClock, systemTimers, type Clock, type Timers } from '@millrace/host'
import { messageOf, shown } from '@millrace/protocol'
import type { McpServerConfig } from '../../contract/config.ts'
import type { McpConnection, RemoteTools } from '../../contract/connection.ts'
import { McpError } from '../../contract/error.ts'
import type { PinStore } from '../../contract/pin.ts'
import type { McpOptions, McpServerState, McpServerStatus } from '../../contract/service.ts'
import { backOff, delayAfter } from './back-off.ts'
import { launchKey } from './launch-key.ts'
import { endOf } from './end-of.ts'
import { ListKeeper } from './list-keeper.ts'
import { notConnected } from './not-connected.ts'
import { ServerTools } from './server-tools.ts'

/** Makes a connection; `connect` of `client/connection` is one. */
export type Connect = (
  name: string,
  config: McpServerConfig,
  options: McpOptions,
  signal: AbortSignal,
) => Promise<McpConnection>

/** What a server needs of those around it. */
export interface ServerSurroundings {
  /** Whose context its tools are registered through. */
  readonly owner: Context
  readonly options: McpOptions
  readonly connect: Connect
  readonly pins: PinStore
  /** A number from 0 on, below 1. */
  readonly random: () => number
  /** Tells a person what goes wrong. Never throws. */
  readonly warn: (message: string) => void
  /** Told before a tool is registered that is another than was agreed to. */
  readonly drifting: () => void
  /** Told when its state or its tools have changed. Never throws. */
  readonly changed: () => void
}

/** One stretch of being connected, or of trying to be. */
interface Life {
  readonly stop: AbortController
  readonly done: Promise<void>
}

/** A server that is kept connected, with its tools. */
export class Server {
  readonly name: string
  readonly config: McpServerConfig
  readonly tools: ServerTools
  readonly #around: ServerSurroundings
  readonly #clock: Clock
  readonly #timers: Timers
  #state: McpServerState = { kind: 'starting' }
  #connection: McpConnection | undefined
  #life: Life | undefined
  #turn: Promise<void> = Promise.resolve()
  #isRemoved = false
  /** Settles when the attempt that is under way has listed the tools, or failed. */
  #attempt: Promise<void> = Promise.resolve()
  #attempted: (() => void) | undefined
  /** When the last attempt began, by the monotonic clock. */
  #triedAt = -Infinity

  constructor(name: string, config: McpServerConfig, around: ServerSurroundings) {
    this.name = name
    this.config = config
    this.#around = around
    const { clock = systemClock, timers = systemTimers } = around.options
    this.#clock = clock
    this.#timers = timers
    this.tools = new ServerTools(name, config, {
      ...around,
      key: launchKey(name, config),
      connection: () => this.#connected(),
    })
  }

  get status(): McpServerStatus {
    const { name, config } = this
    return { name, config, state: this.#state, tools: this.tools.statuses, problems: this.tools.problems }
  }

  /** Settles when the attempt that is under way is decided; at once where none is. Never rejects. */
  get attempted(): Promise<void> {
    return this.#attempt
  }

  /** Starts it, once what was before has ended. Returns at once. */
  start(after: Promise<void> = Promise.resolve()): void {
    this.#expectAttempt()
    this.#turn = Promise.all([after, this.#turn]).then(() => this.#begin())
  }

  /** Ends it and starts it anew, with all attempts. Settles once the old one has ended. */
  restart(): Promise<void> {
    this.#expectAttempt()
    this.#turn = this.#turn.then(() => this.#end()).then(() => this.#begin())
    return this.#turn
  }

  /**
   * Has a server tried once more that was given up or wants a login, unless the last attempt began a short while ago: whoever
   * calls in a loop starts no program in a loop. Returns at once.
   * @returns milliseconds until it may be; 0 where it is now; `undefined` where it is another matter.
   */
  tryOnce(): number | undefined {
    if (this.#isRemoved || !isOpenToCalls(this.#state)) return undefined
    const restMs = this.#triedAt + backOff.restMs - this.#clock.monotonic()
    if (restMs > 0) return restMs
    this.#expectAttempt()
    this.#enter({ kind: 'starting' })
    this.#turn = this.#turn.then(() => this.#end()).then(() => this.#begin(backOff.attempts))
    return 0
  }

  /** Ends it for good: its tools are gone at once, and everything that it started when the promise resolves. Never rejects. */
  remove(): Promise<void> {
    this.#isRemoved = true
    this.tools.clear()
    this.#life?.stop.abort(stopped(this.name))
    this.#turn = this.#turn.then(() => this.#end()).then(() => this.#enter({ kind: 'stopped' }))
    return this.#turn
  }

  /** @param failures - attempts that count as failed already. */
  #begin(failures = 0): void {
    if (this.#isRemoved) return this.#decided()
    const stop = new AbortController()
    this.#life = { stop, done: this.#live(stop.signal, failures) }
  }

  async #end(): Promise<void> {
    this.#life?.stop.abort(stopped(this.name))
    await this.#life?.done
    this.#life = undefined
  }

  /** Connects, stays connected and connects again, until it is stopped or nothing is to be tried any more. Never rejects. */
  async #live(signal: AbortSignal, failed: number): Promise<void> {
    let failures = failed
    while (!signal.aborted) {
      this.#triedAt = this.#clock.monotonic()
      this.#expectAttempt()
      this.#enter({ kind: 'starting' })
      const { error, stoodMs } = await this.#stay(signal)
      if (signal.aborted) break
      if (stoodMs >= backOff.stableMs) failures = 0
      failures += 1
      const next = this.#afterFailure(error, failures)
      this.#enter(next)
      this.#decided()
      if (next.kind !== 'waiting') return
      this.#note(`${shown(error.message)}; tried again in ${next.retryAt - this.#clock.now()} ms`)
      await this.#timers.sleep(next.retryAt - this.#clock.now(), signal).catch(() => undefined)
    }
    this.#decided()
  }

  #afterFailure(error: McpError, failures: number): McpServerState {
    if (error.code === 'MCP_LOGIN_REQUIRED') return { kind: 'login', error }
    if (error.code === 'MCP_CONFIG_INVALID' || failures >= backOff.attempts) {
      const line = `MCP server "${shown(this.name)}" is given up: ${shown(error.message)}`
      // Later ones are those that calls ask for, which are answered with the cause.
      if (failures <= backOff.attempts) this.#around.warn(line)
      else this.#note(line)
      return { kind: 'failed', error }
    }
    const delay = delayAfter(failures, this.#around.random())
    return { kind: 'waiting', error, retryAt: this.#clock.now() + delay }
  }

  /** One connection from its first attempt to its end, and why it ended. Never rejects. */
  async #stay(signal: AbortSignal): Promise<{ readonly error: McpError; readonly stoodMs: number }> {
    const { connect, options } = this.#around
    let readyAt: number | undefined
    let keeper: ListKeeper | undefined
    let connection: McpConnection | undefined
    try {
      connection = await connect(this.name, this.config, options, signal)
      signal.throwIfAborted()
      keeper = new ListKeeper(connection, signal, this.#timers, (list) => this.#take(list))
      await keeper.first()
      signal.throwIfAborted()
      this.#connection = connection
      readyAt = this.#clock.monotonic()
      this.#enter({ kind: 'ready', facts: connection.facts })
      this.#decided()
      const reason = await endOf(connection.closed, signal)
      throw new McpError(
        'MCP_CONNECTION_LOST',
        this.name,
        `the connection to MCP server "${shown(this.name)}" ended: ${shown(reason)}`,
      )
    } catch (error) {
      const stoodMs = readyAt === undefined ? 0 : this.#clock.monotonic() - readyAt
      return { error: this.#asMcpError(error), stoodMs }
    } finally {
      this.#connection = undefined
      keeper?.stop()
      await connection
        ?.close()
        .catch((error: unknown) => this.#note(`closing it failed: ${shown(messageOf(error))}`))
    }
  }

  async #take(list: RemoteTools | Error): Promise<void> {
    await this.tools.take(list)
    this.#around.changed()
  }

  #asMcpError(error: unknown): McpError {
    if (error instanceof McpError) return error
    const message = `MCP server "${shown(this.name)}" cannot be used: ${messageOf(error)}`
    return new McpError('MCP_CONNECT_FAILED', this.name, message, { cause: error })
  }

  /** @throws McpError while there is no connection; it says when there will be one, and has it tried where nothing else does. */
  #connected(): McpConnection {
    if (this.#connection !== undefined) return this.#connection
    const state = this.#state
    const restMs = this.tryOnce()
    throw notConnected(this.name, state, this.#clock.now(), restMs)
  }

  #enter(state: McpServerState): void {
    this.#state = state
    this.#around.changed()
  }

  #expectAttempt(): void {
    if (this.#attempted !== undefined) return
    this.#attempt = new Promise((resolve) => {
      this.#attempted = resolve
    })
  }

  #decided(): void {
    this.#attempted?.()
    this.#attempted = undefined
  }

  #note(line: string): void {
    this.#around.options.log?.(this.name, `${line}\n`)
  }
}

/** Whether nothing but a call has it tried again; where its configuration cannot be used, that would not help. */
function isOpenToCalls(state: McpServerState): boolean {
  return state.kind === 'login' || (state.kind === 'failed' && state.error.code !== 'MCP_CONFIG_INVALID')
}

function stopped(name: string): McpError {
  return new McpError('MCP_NOT_CONNECTED', name, `MCP server "${shown(name)}" was stopped`)
}
