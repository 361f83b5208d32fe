import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '@millrace/host'

/** Milliseconds that a loop may hold the event loop before it lets others run. */
const sliceMs = 10

/** Keeps long work polite and bounded: it yields to the event loop, notices an abort, and knows its time limit. */
export class Pace {
  private readonly signal: AbortSignal
  private readonly deadline: number
  private sliceEnd: number
  private stopped = false

  /**
   * @param signal - ends the work; `rest` then throws its reason.
   * @param budgetMs - milliseconds after which `isOver` is true; without it only `endEarly` makes it so.
   */
  constructor(signal: AbortSignal, budgetMs = Infinity) {
    this.signal = signal
    const now = systemClock.monotonic()
    this.deadline = now + budgetMs
    this.sliceEnd = now + sliceMs
  }

  /** Whether the time budget is used up. */
  get isOver(): boolean {
    return this.stopped || systemClock.monotonic() >= this.deadline
  }

  /** Whether work was left undone because the budget was used up. */
  get endedEarly(): boolean {
    return this.stopped
  }

  /** Notes that work was, or must be, left undone. */
  endEarly(): void {
    this.stopped = true
  }

  /** Whether it is time to let others run. */
  get isDue(): boolean {
    return systemClock.monotonic() >= this.sliceEnd
  }

  /** Lets others run. */
  async rest(): Promise<void> {
    await nextTurn()
    this.signal.throwIfAborted()
    this.sliceEnd = systemClock.monotonic() + sliceMs
  }
}
