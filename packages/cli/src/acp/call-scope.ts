import type { Context } from '@deepseek-ai/cordis'
import type { CallId } from '@millrace/protocol'
import { AsyncLocalStorage } from 'node:async_hooks'

/** Knows for which call something is done, such as a command started. */
export class CallScope {
  readonly #calls = new AsyncLocalStorage<CallId>()

  /** The call whose body runs here. */
  get current(): CallId | undefined {
    return this.#calls.getStore()
  }

  /** Follows the calls of a context from now on. @returns what ends that. */
  follow(ctx: Context): () => void {
    return ctx.on('tools/execute', ({ callId }, next) => this.#calls.run(callId, next))
  }
}
