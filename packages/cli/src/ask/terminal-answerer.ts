import type { Card } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { Io, Keyboard } from '../io.ts'
import type { ColourChoice } from '../screen.ts'
import type { Answered, Answerer } from './answerer.ts'
import { keyPress } from './key-press.ts'
import { keyHelp, questionFrame } from './question-frame.ts'
import { typedLine } from './typed-line.ts'

type Choice = 'once' | 'deny' | 'deny and say why'

const choices: ReadonlyMap<string, Choice> = new Map([
  ['1', 'once'],
  ['y', 'once'],
  ['4', 'deny'],
  ['n', 'deny'],
  ['\u001b', 'deny'],
  ['\u0004', 'deny'],
  ['5', 'deny and say why'],
  ['t', 'deny and say why'],
])

/** Of a longer reason a model needs the start. In UTF-16 units. */
const longestReason = 2_000

const cancelled: Answered = { outcome: 'cancelled', by: 'user' }
const denied: Answered = { outcome: 'rejected', by: 'user' }

/** Whoever sits at the terminal: sees the call on the standard error output, and answers by a key. */
export function terminalAnswerer(io: Io, openKeyboard: () => Keyboard, choice: ColourChoice): Answerer {
  return { answer: (card, signal) => ask(card, signal, io, openKeyboard(), choice) }
}

async function ask(
  card: Card,
  signal: AbortSignal,
  io: Io,
  keyboard: Keyboard,
  colour: ColourChoice,
): Promise<Answered> {
  // The arguments were typed on it to their end.
  if (keyboard.readableEnded === true) return { outcome: 'unavailable', by: 'user' }
  const { stderr } = io
  stderr.write(questionFrame(card, io, colour))
  const meaning = (key: string): Choice | undefined => {
    const meant = choices.get(key.toLowerCase())
    if (meant === undefined && key !== '') stderr.write(`  ${keyHelp}\n`)
    return meant
  }
  const pressed = await keyPress(keyboard, meaning, signal)
  if (pressed === 'ended') return { outcome: 'unavailable', by: 'user' }
  stderr.write(`> ${pressed === 'interrupted' ? 'cancelled' : pressed}\n`)
  if (pressed === 'interrupted') return cancelled
  if (pressed === 'once') return { outcome: 'allowed-once', by: 'user' }
  return pressed === 'deny' ? denied : denyAndSayWhy(keyboard, io, signal)
}

async function denyAndSayWhy(keyboard: Keyboard, { stderr }: Io, signal: AbortSignal): Promise<Answered> {
  const typed = await typedLine(keyboard, stderr, '  why? ', signal)
  if (typed === 'interrupted') return cancelled
  const message = escapeVisible(typed.text.trim()).slice(0, longestReason)
  return message === '' ? denied : { ...denied, message }
}
