import { alarm } from '../signals/alarm.ts'
import { onAbort } from '../signals/on-abort.ts'

/** Why a body was told to stop. */
export type StopCause = 'time limit' | 'caller'

/** What a limit is put on, and who hears of it. */
export interface TimeLimitOptions {
  /** What is followed besides: the caller's signal, or what a wrapper further out put in its place. */
  readonly source: AbortSignal
  /** Milliseconds until the limit. */
  readonly ms: number
  /** Makes the reason with which the signal aborts at the limit; few calls need one. */
  readonly reason: () => Error
  /** Milliseconds from an abort until `onIgnored` is called. */
  readonly graceMs: number
  readonly onIgnored: (cause: StopCause) => void
  /** Milliseconds that never go back. */
  readonly now: () => number
}

/** A signal that aborts at a time limit, or with another signal. It holds a timer and a listener until it is released. */
export class TimeLimit {
  readonly #controller = new AbortController()
  readonly #options: TimeLimitOptions
  readonly #leave: () => void
  #silence: () => void
  #reachedAt: number | undefined

  constructor(options: TimeLimitOptions) {
    this.#options = options
    this.#leave = onAbort(options.source, () => {
      this.#silence()
      this.#stop('caller', options.source.reason)
    })
    this.#silence = alarm(options.ms, () => {
      this.#reachedAt = options.now()
      this.#stop('time limit', options.reason())
    })
  }

  /** What the body is to follow. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds since the limit was reached; undefined where it was not. */
  get overMs(): number | undefined {
    return this.#reachedAt === undefined ? undefined : this.#options.now() - this.#reachedAt
  }

  /** Leaves neither a timer nor a listener behind. */
  release(): void {
    this.#silence()
    this.#leave()
  }

  #stop(cause: StopCause, reason: unknown): void {
    const { graceMs, onIgnored } = this.#options
    this.#leave()
    // Armed first: a listener of the signal may settle the body at once.
    this.#silence = alarm(graceMs, () => onIgnored(cause))
    this.#controller.abort(reason)
  }
}
