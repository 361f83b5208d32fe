import { emitKeypressEvents, type Interface, type Key } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Keyboard } from '../io.ts'
import type { PressedKey } from './prompt-input.ts'

/** How long the rest of a key's sequence may take to come, so that it is not taken for Esc. In milliseconds. */
const sequenceMs = 50

/**
 * Hears the keys of a keyboard one by one.
 * @returns what ends that.
 */
export function heardKeys(keyboard: Keyboard & Readable, hear: (pressed: PressedKey) => void): () => void {
  let isAlone = true
  // Registered before what makes keys of the same bytes.
  const look = (chunk: unknown): void => {
    isAlone = /^.?[\r\n]*$/u.test(String(chunk))
  }
  const press = (text: string | undefined, key: Key): void => hear({ text, key, isAlone })
  keyboard.on('data', look)
  emitKeypressEvents(keyboard, patient)
  keyboard.on('keypress', press)
  return () => keyboard.off('data', look).off('keypress', press)
}

// Of the interface that keys belong to, only this is looked at.
const patient = { escapeCodeTimeout: sequenceMs } as unknown as Interface
