import { setTimeout as wait } from 'node:timers/promises'

/** Nobody wants to wait through the time in which a model thought or a person was away. In milliseconds. */
const longestWait = 3000

/** Goes through times of a log as they went by, or faster. */
export class Pace {
  private readonly speed: number
  private readonly signal: AbortSignal
  private last: number | undefined

  /** @param speed - how many times as fast; `Infinity` does not wait at all. */
  constructor(speed: number, signal: AbortSignal) {
    this.speed = speed
    this.signal = signal
  }

  /** Waits until it is the turn of something that was logged then. Rejects once the person interrupts. */
  async reach(time: number): Promise<void> {
    const passed = Math.max(0, time - (this.last ?? time))
    this.last = time
    this.signal.throwIfAborted()
    const ms = Math.min(longestWait, passed / this.speed)
    if (ms >= 1) await wait(ms, undefined, { signal: this.signal })
  }
}
