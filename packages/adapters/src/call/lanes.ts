import { AsyncLocalStorage } from 'node:async_hooks'
import type { ToolExecutionMode } from '@millrace/tools'

/** Lets those calls overlap that may, and runs each other one alone, in the order in which they come. */
export class Lanes {
  readonly #inside = new AsyncLocalStorage<true>()
  /** Settles once the last call that ran alone, and all before it, are over. */
  #barrier: Promise<unknown> = Promise.resolve()
  readonly #sharing = new Set<Promise<unknown>>()

  /**
   * Runs a call once it is its turn, or once its caller gives up: the pipeline then says so without a body. What a body
   * calls by the same lanes runs at once, since it would wait for itself.
   * @param call - never rejects.
   */
  run<T>(kind: ToolExecutionMode['kind'], signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    if (this.#inside.getStore() === true) return call()
    const before = kind === 'parallel' ? this.#barrier : Promise.all([this.#barrier, ...this.#sharing])
    const running = this.#inside.run(true, () => unlessAborted(before, signal).then(call))
    if (kind === 'parallel') this.#share(running)
    else {
      // A call whose caller gave up ends early, and those before it may not have.
      this.#barrier = Promise.allSettled([before, running])
      // Whatever comes waits for the barrier, and so for them.
      this.#sharing.clear()
    }
    return running
  }

  #share(running: Promise<unknown>): void {
    const settled = Promise.allSettled([running])
    this.#sharing.add(settled)
    void settled.then(() => this.#sharing.delete(settled))
  }
}

/** Settles with a promise that never rejects, or once the signal aborts. */
function unlessAborted(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const go = (): void => {
      signal.removeEventListener('abort', go)
      resolve()
    }
    signal.addEventListener('abort', go)
    void before.then(go)
  })
}
