import type { Timers } from '@millrace/host'
import { messageOf } from '@millrace/protocol'
import type { McpConnection, RemoteTools } from '../../contract/connection.ts'

/** Milliseconds in which further news of changes is taken for the same. */
const togetherMs = 20
/** Milliseconds between two lists of a server that says, while one is made, that it has changed again. */
const betweenMs = 500

/** Takes a list, or why there is none. Never rejects. */
export type TakeList = (list: RemoteTools | Error) => Promise<void>

/** Keeps up with the list of a connection: one list at a time, however often it says that its tools have changed. */
export class ListKeeper {
  readonly #connection: McpConnection
  readonly #signal: AbortSignal
  readonly #timers: Timers
  readonly #take: TakeList
  readonly #leave: () => void
  #running = false
  #again = false
  #stopped = false

  constructor(connection: McpConnection, signal: AbortSignal, timers: Timers, take: TakeList) {
    this.#connection = connection
    this.#signal = signal
    this.#timers = timers
    this.#take = take
    this.#leave = connection.onToolsChanged(() => this.#changed())
  }

  /** The first list. @throws McpError. */
  async first(): Promise<void> {
    this.#running = true
    try {
      await this.#take(await this.#connection.listTools(this.#signal))
    } finally {
      this.#running = false
    }
    if (this.#again) this.#changed()
  }

  stop(): void {
    this.#stopped = true
    this.#leave()
  }

  #changed(): void {
    if (this.#running) this.#again = true
    else void this.#follow()
  }

  /** Never rejects. */
  async #follow(): Promise<void> {
    this.#running = true
    for (let delay = togetherMs; delay > 0; delay = this.#again ? betweenMs : 0) {
      try {
        await this.#timers.sleep(delay, this.#signal)
      } catch {
        // The server is being stopped.
        break
      }
      if (this.#stopped) break
      this.#again = false
      await this.#once()
    }
    this.#running = false
  }

  async #once(): Promise<void> {
    let list: RemoteTools | Error
    try {
      list = await this.#connection.listTools(this.#signal)
    } catch (error) {
      list = error instanceof Error ? error : new Error(messageOf(error), { cause: error })
    }
    // What a connection says that has ended meanwhile is no news of the server.
    if (!this.#stopped && !this.#signal.aborted) await this.#take(list)
  }
}
