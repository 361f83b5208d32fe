import { Readable } from 'node:stream'
import { heardKeys } from '../ask/heard-keys.ts'
import type { PressedKey } from '../ask/prompt-input.ts'
import type { Io, Keyboard, TerminalSignal } from '../io.ts'
import { HeldKeyboard } from '../live/held-keyboard.ts'
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
  private readonly keyboard: HeldKeyboard

  constructor(io: Io, acts: RunActs) {
    this.io = io
    this.acts = acts
    this.keyboard = new HeldKeyboard({
      open: () => io.openKeyboard?.(),
      hear: (keyboard) =>
        isReadable(keyboard) ? heardKeys(keyboard, (pressed) => this.hear(pressed)) : undefined,
    })
  }

  /** Begins; does nothing where nobody types, or keys cannot be read one by one. */
  start(): void {
    this.keyboard.start()
  }

  /** Ends; what is typed from now on is for somebody else. */
  stop(): void {
    this.keyboard.stop()
  }

  /** Leaves the keyboard to somebody else for a while; what was typed so far stays. */
  lift<T>(use: () => Promise<T>): Promise<T> {
    return this.keyboard.lift(use)
  }

  private hear(pressed: PressedKey): void {
    const { name = '', ctrl = false, meta = false, sequence = '' } = pressed.key
    if (ctrl && name === 'c') return this.interrupt()
    // In a hurry it is pressed more than once.
    if (name === 'escape' && sequence.replaceAll('\u001b', '') === '') return this.acts.interrupt()
    if (ctrl && name === 'o') return this.acts.expand()
    const signal = sequence === '\u001c' ? 'SIGQUIT' : ctrl ? signals.get(name) : undefined
    if (signal !== undefined) return this.keyboard.stopFor(() => this.io.raise?.(signal))
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
}

function isReadable(keyboard: Keyboard): keyboard is Keyboard & Readable {
  return keyboard instanceof Readable
}
