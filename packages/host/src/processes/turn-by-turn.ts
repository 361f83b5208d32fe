import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Does things one after the other, with a turn for everybody else after each: starting a program holds up the process
 * for some milliseconds. What finds nothing before it begins at once.
 */
export class TurnByTurn {
  private last: Promise<void> | undefined

  /** What `act` answers, or fails with. */
  run<T>(act: () => Promise<T>): Promise<T> {
    const result = this.last === undefined ? act() : this.last.then(act)
    const passed = result.then(
      () => nextTurn(),
      () => nextTurn(),
    )
    this.last = passed
    void passed.then(() => {
      if (this.last === passed) this.last = undefined
    })
    return result
  }
}
