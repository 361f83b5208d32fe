/** Whoever wants the terminal gets it alone, one after the other, so that no key answers two questions. */
export class TerminalTurns {
  private last: Promise<void> = Promise.resolve()

  /**
   * Waits for the terminal, and has it until it is done.
   * @returns `undefined` where the signal aborts while it waits.
   */
  async take<T>(signal: AbortSignal, use: () => Promise<T>): Promise<T | undefined> {
    const before = this.last
    let leave = (): void => {}
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    // Whoever gives up while it waits must not let the next one in before its time.
    this.last = before.then(() => left)
    try {
      await beforeAbort(before, signal)
      return signal.aborted ? undefined : await use()
    } finally {
      leave()
    }
  }
}

function beforeAbort(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
    void turn.then(done)
  })
}
