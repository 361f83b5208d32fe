import { headOf } from '@millrace/schema'
import type { ToolProgress } from '@millrace/tools'
import type { Clock, Timers } from '@millrace/host'
import { isRecord } from '../../is-record.ts'

/** Reports that are passed on at once; one more for each `perReportMs`. */
const burst = 16
const perReportMs = 50
/** UTF-16 units of a report. */
export const progressLength = 4000

/** Passes on what a server says of the progress of one call: all of it at first, and of a flood the last report of each 50 ms. */
export class ProgressGate {
  private readonly report: (progress: ToolProgress) => void
  private readonly clock: Clock
  private readonly timers: Timers
  private readonly ended: () => AbortSignal
  private reached = -Infinity
  private credit = burst
  private refilled: number
  private held: ToolProgress | undefined

  constructor(
    report: (progress: ToolProgress) => void,
    clock: Clock,
    timers: Timers,
    ended: () => AbortSignal,
  ) {
    this.report = report
    this.clock = clock
    this.timers = timers
    this.ended = ended
    this.refilled = clock.monotonic()
  }

  /** @returns whether it was progress: a number above the one before. */
  take(params: unknown): boolean {
    if (!isRecord(params)) return false
    const { progress, total, message } = params
    if (typeof progress !== 'number' || !Number.isFinite(progress) || progress <= this.reached) return false
    this.reached = progress
    this.pass({
      done: progress,
      ...(typeof total === 'number' && Number.isFinite(total) && { total }),
      ...(typeof message === 'string' && { text: headOf(message, progressLength) }),
    })
    return true
  }

  /** Passes on what was held back. */
  flush(): void {
    const held = this.held
    this.held = undefined
    if (held !== undefined) this.report(held)
  }

  private pass(progress: ToolProgress): void {
    const now = this.clock.monotonic()
    const earned = Math.floor((now - this.refilled) / perReportMs)
    if (earned > 0) {
      this.credit = Math.min(burst, this.credit + earned)
      this.refilled = now
    }
    if (this.credit > 0) {
      this.credit--
      this.held = undefined
      return this.report(progress)
    }
    const isLater = this.held !== undefined
    this.held = progress
    if (isLater) return
    const later = () => this.flush()
    // Where the call ends first, its end passes it on.
    this.timers.sleep(perReportMs, this.ended()).then(later, () => {})
  }
}
