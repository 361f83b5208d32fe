import { Readable } from 'node:stream'
import { heardKeys } from '../ask/heard-keys.ts'
import type { PressedKey } from '../ask/prompt-input.ts'
import type { Io, Keyboard, TerminalSignal } from '../io.ts'
import { TypedWords } from './typed-words.ts'

/** What the keys do while a turn runs. */
export interface RunActs {
  /** Ends the turn. */
  interrupt(): void
  /** Adds words to the turn. */
  steer(words: string): void
  /** Shows more, or less, of what comes. */
  expand(): void
  /** Shows the words that are being typed. */
  typed(words: string): void
}

/** What would reach the programs in the terminal by itself, if keys were not read one by one. */
const signals: ReadonlyMap<string, TerminalSignal> = new Map([
  ['\\', 'SIGQUIT'],
  ['z', 'SIGTSTP'],
])

/** Hears the keyboard while a turn runs, and leaves it to whoever asks a question. */
export class RunKeys {
  private readonly io: Io
  private readonly acts: RunActs
  private readonly words = new TypedWords()
  private hearing: { readonly keyboard: Keyboard & Readable; readonly forget: () => void } | undefined
  private isWanted = false
  private lifts = 0

  constructor(io: Io, acts: RunActs) {
    this.io = io
    this.acts = acts
  }

  /** Begins; does nothing where nobody types, or keys cannot be read one by one. */
  start(): void {
    this.isWanted = true
    if (this.hearing !== undefined || this.lifts > 0) return
    const keyboard = this.io.openKeyboard?.()
    if (keyboard === undefined || !isReadable(keyboard)) return
    if (keyboard.readableEnded || keyboard.setRawMode === undefined) return
    const forget = heardKeys(keyboard, (pressed) => this.hear(pressed))
    this.hearing = { keyboard, forget }
    keyboard.setRawMode(true)
    keyboard.on('end', this.end).on('close', this.end).on('error', this.end)
    keyboard.resume()
  }

  /** Ends; what is typed from now on is for somebody else. */
  stop(): void {
    this.isWanted = false
    this.end()
  }

  /** Leaves the keyboard to somebody else for a while; what was typed so far stays. */
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

  private hear(pressed: PressedKey): void {
    const { name = '', ctrl = false, meta = false, sequence = '' } = pressed.key
    if (ctrl && name === 'c') return this.interrupt()
    if (name === 'escape' && sequence === '\u001b') return this.acts.interrupt()
    if (ctrl && name === 'o') return this.acts.expand()
    const signal = sequence === '\u001c' ? 'SIGQUIT' : ctrl ? signals.get(name) : undefined
    if (signal !== undefined) return this.stopFor(signal)
    if (meta) return
    const line = this.words.take(pressed)
    this.acts.typed(this.words.text)
    if (line !== undefined) this.acts.steer(line)
  }

  /** As in any program: the signal reaches whoever listens for it, and the second one does not wait. */
  private interrupt(): void {
    if (this.io.raise === undefined) this.acts.interrupt()
    else this.io.raise('SIGINT')
  }

  /** The shell that gets the terminal meanwhile finds it as it left it. */
  private stopFor(signal: TerminalSignal): void {
    this.end()
    this.io.raise?.(signal)
    if (this.isWanted) this.start()
  }

  private readonly end = (): void => {
    if (this.hearing === undefined) return
    const { keyboard, forget } = this.hearing
    this.hearing = undefined
    forget()
    keyboard.off('end', this.end).off('close', this.end).off('error', this.end)
    keyboard.setRawMode?.(false)
    keyboard.pause()
  }
}

function isReadable(keyboard: Keyboard): keyboard is Keyboard & Readable {
  return keyboard instanceof Readable
}
