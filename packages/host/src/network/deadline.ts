import { NetworkError } from './network-error.ts'

/** The one signal of a request: it follows the caller, the time for all of it, and the time for its present step. */
export class Deadline {
  private readonly controller = new AbortController()
  private readonly caller: AbortSignal | undefined
  private readonly total: NodeJS.Timeout
  private step: NodeJS.Timeout | undefined
  private readonly follow = (): void => this.controller.abort(this.caller?.reason)

  /**
   * @param totalMs - for everything.
   * @param caller - ends the request as well; its reason is kept.
   */
  constructor(totalMs: number, caller: AbortSignal | undefined) {
    this.caller = caller
    this.total = setTimeout(() => this.expire(`took longer than ${totalMs} ms`), totalMs)
    if (caller?.aborted === true) this.follow()
    else caller?.addEventListener('abort', this.follow)
  }

  /** Aborted by whichever came first, with its reason. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Begins a step in place of the one before: it has `milliseconds`, and `problem` says what too long means. */
  begin(milliseconds: number, problem: string): void {
    clearTimeout(this.step)
    this.step = setTimeout(() => this.expire(`${problem} within ${milliseconds} ms`), milliseconds)
  }

  /** Gives the present step its whole time again. */
  renew(): void {
    this.step?.refresh()
  }

  /** Lets go of the caller's signal and of the timers. */
  close(): void {
    clearTimeout(this.total)
    clearTimeout(this.step)
    this.caller?.removeEventListener('abort', this.follow)
  }

  private expire(problem: string): void {
    this.controller.abort(new NetworkError('WEB_TIMEOUT', `the request ${problem}`, { retryable: true }))
  }
}
