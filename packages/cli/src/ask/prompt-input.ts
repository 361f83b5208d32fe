import type { Key } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { Keyboard } from '../io.ts'

/** A key that a person pressed. */
export interface PressedKey {
  /** What it types, where it types something. */
  readonly text: string | undefined
  readonly key: Key
  /** Whether it came by itself, perhaps with Enter: a paste does not. */
  readonly isAlone: boolean
}

/** What a prompt takes for the keyboard: it hears those keys alone that are passed on to it. */
export class PromptInput extends PassThrough {
  readonly isTTY = true
  private readonly keyboard: Keyboard

  constructor(keyboard: Keyboard) {
    super()
    this.keyboard = keyboard
  }

  setRawMode(isRaw: boolean): this {
    this.keyboard.setRawMode?.(isRaw)
    return this
  }

  /** Passes a key on. */
  press({ text, key }: Pick<PressedKey, 'text' | 'key'>): void {
    this.emit('keypress', text, key)
  }

  /** Passes a key on that is known by its name alone, such as `down` or `return`. */
  pressNamed(name: string): void {
    this.press({ text: undefined, key: { name, sequence: '', ctrl: false, meta: false, shift: false } })
  }
}
