import type { Keyboard } from '../io.ts'

/** Where the keys come from, and who hears them. */
export interface HeldKeyboardOptions {
  readonly open: () => Keyboard | undefined
  /** @returns what ends the hearing; nothing where this keyboard cannot be heard. */
  readonly hear: (keyboard: Keyboard) => (() => void) | undefined
}

/** A keyboard whose keys are read one by one for as long as somebody wants them, and that others can have for a while. */
export class HeldKeyboard {
  private readonly options: HeldKeyboardOptions
  private held: { readonly keyboard: Keyboard; readonly forget: () => void } | undefined
  private isWanted = false
  private lifts = 0

  constructor(options: HeldKeyboardOptions) {
    this.options = options
  }

  /** Begins, or goes on; does nothing where nobody types, or keys cannot be read one by one. */
  start(): void {
    this.isWanted = true
    if (this.held !== undefined || this.lifts > 0) return
    const keyboard = this.options.open()
    if (keyboard === undefined || keyboard.readableEnded === true || keyboard.setRawMode === undefined) return
    const forget = this.options.hear(keyboard)
    if (forget === undefined) return
    this.held = { keyboard, forget }
    keyboard.setRawMode(true)
    keyboard.on('end', this.end).on('close', this.end).on('error', this.end)
    keyboard.resume()
  }

  /** Ends; what is typed from now on is for somebody else. */
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

  /** Stops the process by a signal: the shell that gets the terminal meanwhile finds it as it left it. */
  stopFor(raise: () => void): void {
    this.end()
    raise()
    if (this.isWanted) this.start()
  }

  private readonly end = (): void => {
    if (this.held === undefined) return
    const { keyboard, forget } = this.held
    this.held = undefined
    forget()
    keyboard.off('end', this.end).off('close', this.end).off('error', this.end)
    keyboard.setRawMode?.(false)
    keyboard.pause()
  }
}
