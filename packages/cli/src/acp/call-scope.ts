import type { Context } from '@deepseek-ai/cordis'
import type { CallId } from '@millrace/protocol'
import { AsyncLocalStorage } from 'node:async_hooks'

/** A call that is being made. */
export interface CurrentCall {
  readonly callId: CallId
  /** Aborts where it is cancelled. */
  readonly signal: AbortSignal
}

/** Knows for which call something is done, such as a command started. */
export class CallScope {
  readonly #calls = new AsyncLocalStorage<CurrentCall>()

  /** The call whose body runs here. */
  get current(): CurrentCall | undefined {
    return this.#calls.getStore()
  }

  /** Follows the calls of a context from now on. @returns what ends that. */
  follow(ctx: Context): () => void {
    return ctx.on('tools/execute', ({ callId, signal }, next) => this.#calls.run({ callId, signal }, next))
  }
}
