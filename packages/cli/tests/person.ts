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

/** Somebody who sits at the terminal and does these acts one after the other. */
export function person(...acts: readonly Act[]): TerminalOptions & { readonly keyboard: TestKeyboard } {
  const keyboard = new TestKeyboard()
  const left = [...acts]
  let from = 0
  return {
    keyboard,
    isTTY: true,
    // Inside the sandbox commands run without a question.
    env: { NO_COLOR: '1', MILLRACE_SANDBOX: 'off' },
    watch(err) {
      const [next] = left
      if (next === undefined || !next[0].test(err.slice(from))) return
      left.shift()
      from = err.length
      setTimeout(() => {
        if (next[1] === hangUp) keyboard.end()
        else keyboard.write(next[1])
      }, momentMs)
    },
  }
}
