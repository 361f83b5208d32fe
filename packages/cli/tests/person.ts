import { PassThrough } from 'node:stream'
import type { TerminalOptions } from './terminal.ts'

/** A keyboard that a test types on, and that knows whether keys come one by one. */
export class TestKeyboard extends PassThrough {
  readonly isTTY = true
  isRaw = false

  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw
    return this
  }
}

/** Keys to press once something stands on the screen; those of {@link hangUp} end the input. */
export type Act = readonly [seen: RegExp, keys: string]

/** Stands for keys that end the input. */
export const hangUp = 'hang up'

/** What is typed at once when a question appears was meant for something else, so a person takes a moment. */
const momentMs = 120

/** Somebody who sits at a terminal. */
export interface Person extends TerminalOptions {
  readonly keyboard: TestKeyboard
  /** Resolves once the last act is done, and the keys of it were heard. */
  readonly isDone: Promise<void>
}

/** Somebody who sits at the terminal and does these acts one after the other. */
export function person(...acts: readonly Act[]): Person {
  const keyboard = new TestKeyboard()
  const left = [...acts]
  let from = 0
  let toDo = acts.length
  let over = (): void => {}
  const isDone = new Promise<void>((resolve) => (over = resolve))
  const act = (keys: string): void => {
    if (keys === hangUp) keyboard.end()
    else keyboard.write(keys)
    toDo -= 1
    if (toDo === 0) setImmediate(over)
  }
  return {
    keyboard,
    isDone,
    isTTY: true,
    // Inside the sandbox commands run without a question.
    env: { NO_COLOR: '1', MILLRACE_SANDBOX: 'off' },
    watch(err) {
      const [next] = left
      if (next === undefined || !next[0].test(err.slice(from))) return
      left.shift()
      from = err.length
      // Counted from when whoever asks listens, and behind what was due before: however long the process was held up.
      setImmediate(() => setTimeout(() => setImmediate(act, next[1]), momentMs))
    },
  }
}
