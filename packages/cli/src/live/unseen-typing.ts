import type { Io, Keyboard, TerminalSignal } from '../io.ts'

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
  private readonly open: () => Keyboard
  private readonly raise: (signal: TerminalSignal) => void
  private keyboard: Keyboard | undefined
  private isWanted = false
  private lifts = 0

  /** Does nothing where nobody types, or nothing could be made of the keys that mean signals. */
  static of({ openKeyboard, raise }: Io): UnseenTyping | undefined {
    return openKeyboard && raise && new UnseenTyping(openKeyboard, raise)
  }

  private constructor(open: () => Keyboard, raise: (signal: TerminalSignal) => void) {
    this.open = open
    this.raise = raise
  }

  /** Begins, or goes on. */
  start(): void {
    this.isWanted = true
    if (this.keyboard !== undefined || this.lifts > 0) return
    const keyboard = this.open()
    if (keyboard.readableEnded === true || keyboard.setRawMode === undefined) return
    this.keyboard = keyboard
    keyboard.setRawMode(true)
    keyboard.on('data', this.hear).on('end', this.end).on('close', this.end).on('error', this.end)
    keyboard.resume()
  }

  /** Ends; what is typed from now on is for somebody else, and seen. */
  stop(): void {
    this.isWanted = false
    this.end()
  }

  /** Leaves the keyboard to somebody else for a while. */
  async lift<T>(use: () => Promise<T>): Promise<T> {
    this.lifts += 1
    this.end()
    try {
      return await use()
    } finally {
      this.lifts -= 1
      if (this.isWanted) this.start()
    }
  }

  private readonly hear = (chunk: unknown): void => {
    for (const key of String(chunk)) {
      const signal = signals.get(key)
      if (signal === undefined) continue
      if (signal === 'SIGINT') this.raise(signal)
      else this.stopFor(signal)
    }
  }

  /** The shell that gets the terminal meanwhile finds it as it left it. */
  private stopFor(signal: TerminalSignal): void {
    this.end()
    this.raise(signal)
    if (this.isWanted) this.start()
  }

  private readonly end = (): void => {
    const { keyboard } = this
    if (keyboard === undefined) return
    this.keyboard = undefined
    keyboard.off('data', this.hear).off('end', this.end).off('close', this.end).off('error', this.end)
    keyboard.setRawMode?.(false)
    keyboard.pause()
  }
}
