import type { Io, Keyboard, TerminalSignal } from '../io.ts'
import { HeldKeyboard } from './held-keyboard.ts'

/** The keys that a terminal turns into signals, unless they are read one by one. */
const signals: ReadonlyMap<string, TerminalSignal> = new Map([
  ['\u0003', 'SIGINT'],
  ['\u001c', 'SIGQUIT'],
  ['\u001a', 'SIGTSTP'],
])

/**
 * Keeps what somebody types while a call runs off the screen, where it would tear the card. The keys that interrupt or
 * stop a process still do.
 */
export class UnseenTyping {
  private readonly keyboard: HeldKeyboard
  private readonly raise: (signal: TerminalSignal) => void

  /** Does nothing where nobody types, or nothing could be made of the keys that mean signals. */
  static of({ openKeyboard, raise }: Io): UnseenTyping | undefined {
    return openKeyboard && raise && new UnseenTyping(openKeyboard, raise)
  }

  private constructor(open: () => Keyboard, raise: (signal: TerminalSignal) => void) {
    this.raise = raise
    this.keyboard = new HeldKeyboard({
      open,
      hear: (keyboard) => {
        keyboard.on('data', this.hear)
        return () => void keyboard.off('data', this.hear)
      },
    })
  }

  /** Begins, or goes on. */
  start(): void {
    this.keyboard.start()
  }

  /** Ends; what is typed from now on is for somebody else, and seen. */
  stop(): void {
    this.keyboard.stop()
  }

  /** Leaves the keyboard to somebody else for a while. */
  lift<T>(use: () => Promise<T>): Promise<T> {
    return this.keyboard.lift(use)
  }

  private readonly hear = (chunk: unknown): void => {
    for (const key of String(chunk)) {
      const signal = signals.get(key)
      if (signal === undefined) continue
      if (signal === 'SIGINT') this.raise(signal)
      else this.keyboard.stopFor(() => this.raise(signal))
    }
  }
}
