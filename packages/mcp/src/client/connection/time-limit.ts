import type { Timers } from '@millrace/host'

/**
 * A time limit of something that another signal ends as well. Linked by hand, as `AbortSignal.any` leaves something
 * behind at a signal that lives on (Node 20).
 */
export class TimeLimit {
  private readonly controller = new AbortController()
  private readonly outer: AbortSignal
  private isReached = false

  constructor(milliseconds: number, timers: Timers, outer: AbortSignal) {
    this.outer = outer
    if (outer.aborted) this.follow()
    else outer.addEventListener('abort', this.follow, { once: true })
    const late = (): void => {
      this.isReached = true
      this.controller.abort('it took too long')
    }
    // Where it ends before, there is no limit to reach.
    timers.sleep(milliseconds, this.signal).then(late, () => {})
  }

  /** Aborts with the outer signal, at the limit, or at the end. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Whether the limit came before the end. */
  get isOver(): boolean {
    return this.isReached
  }

  /** To be called when what it is about is done or has failed. */
  end(): void {
    this.outer.removeEventListener('abort', this.follow)
    this.controller.abort('it is over')
  }

  private readonly follow = (): void => {
    this.controller.abort(this.outer.reason)
  }
}
