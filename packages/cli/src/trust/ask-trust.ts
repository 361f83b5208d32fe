import { keyPress } from '../ask/key-press.ts'
import type { Io } from '../io.ts'

/** What somebody said; `nobody` where nobody is there. */
export type TrustAnswer = 'yes' | 'no' | 'nobody' | 'interrupted'

const answers: ReadonlyMap<string, 'yes' | 'no'> = new Map([
  ['y', 'yes'],
  ['n', 'no'],
  ['\u001b', 'no'],
  ['\u0004', 'no'],
])

const question = 'Trust this folder as it is now?   [y] yes   [n] no   (Ctrl+C cancels)\n'

/** Asks whoever sits at the terminal whether what stands above is trusted. */
export async function askTrust({ openKeyboard, stderr, signal }: Io): Promise<TrustAnswer> {
  if (openKeyboard === undefined) return 'nobody'
  const keyboard = openKeyboard()
  if (keyboard.readableEnded === true) return 'nobody'
  stderr.write(question)
  const pressed = await keyPress(keyboard, (key) => answers.get(key.toLowerCase()), signal)
  if (pressed === 'ended') return 'nobody'
  stderr.write(`> ${pressed}\n`)
  return pressed
}
