/** An agent that nobody gives work to is let go of then, so that others can go on with its session. In milliseconds. */
const idleMs = 10 * 60_000

/** Of more agents without work, those that worked longest ago are let go of at once. */
const mostIdle = 16

/** The agents that have nothing to do, and when each is let go of. */
export class IdleAgents {
  /** In the order in which they became idle. */
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #leave: (id: string) => void

  /** @param leave - lets go of the agent of a session. */
  constructor(leave: (id: string) => void) {
    this.#leave = leave
  }

  /** It has nothing to do from now on. */
  add(id: string): void {
    this.remove(id)
    const timer = setTimeout(() => this.#end(id), idleMs)
    timer.unref()
    this.#timers.set(id, timer)
    for (const oldest of this.#timers.keys()) {
      if (this.#timers.size <= mostIdle) break
      this.#end(oldest)
    }
  }

  /** It has something to do, or is gone. */
  remove(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  clear(): void {
    for (const id of this.#timers.keys()) this.remove(id)
  }

  #end(id: string): void {
    this.remove(id)
    this.#leave(id)
  }
}
