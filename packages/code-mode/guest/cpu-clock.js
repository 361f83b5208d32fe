/** Counts the time for which a program computes, and says when it has to stop. */
export class CpuClock {
  /** Why it had to stop; it stays so. @type {'stopped' | 'expired' | undefined} */
  cut
  usedMs
  #limitMs
  #stopped
  #from = 0
  #deadline = Infinity

  /**
   * @param {number} limitMs
   * @param {number} usedMs - before.
   * @param {() => boolean} stopped - whether the host wants an end of it.
   */
  constructor(limitMs, usedMs, stopped) {
    this.#limitMs = limitMs
    this.usedMs = usedMs
    this.#stopped = stopped
  }

  begin() {
    this.#from = performance.now()
    this.#deadline = this.#from + this.#limitMs - this.usedMs
  }

  end() {
    this.usedMs += performance.now() - this.#from
  }

  /** Asked while the program computes. */
  interrupts() {
    if (this.#stopped()) this.cut = 'stopped'
    else if (performance.now() > this.#deadline) this.cut = 'expired'
    return this.cut !== undefined
  }
}
