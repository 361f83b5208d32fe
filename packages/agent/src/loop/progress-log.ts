import type { SessionEventMap } from '@millrace/protocol'
import type { AgentRuntime } from './runtime.ts'

type Progress = SessionEventMap['tool/progress']

/** News of one call come at most once in this time; the last of them is never lost. */
const intervalMs = 100

/** Logs the news of one call, not more often than a person can follow. */
export class ProgressLog {
  readonly #runtime: AgentRuntime
  readonly #append: (progress: Progress) => void
  #waiting: Progress | undefined
  #pause: AbortController | undefined

  /** @param append - must not throw. */
  constructor(runtime: AgentRuntime, append: (progress: Progress) => void) {
    this.#runtime = runtime
    this.#append = append
  }

  report(progress: Progress): void {
    if (this.#pause !== undefined) {
      this.#waiting = progress
      return
    }
    this.#append(progress)
    const pause = new AbortController()
    this.#pause = pause
    this.#runtime.timers.sleep(intervalMs, pause.signal).then(
      () => this.#resume(pause),
      () => undefined,
    )
  }

  /** Logs what is left; nothing is reported after it. */
  end(): void {
    this.#pause?.abort()
    this.#pause = new AbortController()
    this.#flush()
  }

  #resume(pause: AbortController): void {
    if (this.#pause !== pause) return
    this.#pause = undefined
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting !== undefined) this.report(waiting)
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting !== undefined) this.#append(waiting)
  }
}
