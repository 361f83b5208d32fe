import type { Io } from '../io.ts'
import { keyPress } from './key-press.ts'

/** What became of a question where nobody gave an answer. */
export type NoAnswer = 'nobody' | 'interrupted'

/** Keys that say yes or no; Escape and Ctrl+D are no. */
export const yesOrNo: ReadonlyMap<string, 'yes' | 'no'> = new Map([
  ['y', 'yes'],
  ['n', 'no'],
  ['\u001b', 'no'],
  ['\u0004', 'no'],
])

/**
 * Asks whoever sits at the terminal what one key answers, and shows the answer.
 * @param answers - by their keys, in small letters.
 * @param show - writes the question; not called where nobody is there.
 */
export async function askByKey<T extends string>(
  answers: ReadonlyMap<string, T>,
  show: () => void | Promise<void>,
  { openKeyboard, stderr, signal }: Pick<Io, 'openKeyboard' | 'stderr' | 'signal'>,
): Promise<T | NoAnswer> {
  const keyboard = openKeyboard?.()
  if (keyboard === undefined || keyboard.readableEnded === true) return 'nobody'
  await show()
  const pressed = await keyPress(keyboard, (key) => answers.get(key.toLowerCase()), signal)
  if (pressed === 'ended') return 'nobody'
  stderr.write(`> ${pressed}\n`)
  return pressed
}
