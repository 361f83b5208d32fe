/** One holder at a time for each key, in the order of asking. */
export class Turns {
  /** Who waits for each key that is held. */
  private readonly queues = new Map<string, (() => void)[]>()

  /**
   * What ends the turn, at once where nobody holds the key; otherwise the promise of it, which rejects with the
   * signal's reason as soon as that is aborted.
   */
  take(key: string, signal: AbortSignal | undefined): (() => void) | Promise<() => void> {
    const end = () => this.pass(key)
    const queue = this.queues.get(key)
    if (queue) return waitIn(queue, signal).then(() => end)
    this.queues.set(key, [])
    return end
  }

  private pass(key: string): void {
    const next = this.queues.get(key)?.shift()
    if (next) next()
    else this.queues.delete(key)
  }
}

function waitIn(queue: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // A signal tells nobody who comes later.
    signal?.throwIfAborted()
    const go = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      queue.splice(queue.indexOf(go), 1)
      reject(signal?.reason as Error)
    }
    queue.push(go)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
