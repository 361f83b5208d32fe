import { cutEnd } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { Io, Keyboard } from '../io.ts'
import type { ColourChoice } from '../screen.ts'
import type { Answered, Answerer, Asked } from './answerer.ts'
import { foreseen } from './foreseen.ts'
import { keyPress } from './key-press.ts'
import { keyRows, questionFrame } from './question-frame.ts'
import { typedLine } from './typed-line.ts'
import { unusualLetters } from './unusual-letters.ts'

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
const unavailable: Answered = { outcome: 'unavailable', by: 'user' }

/** Whoever sits at the terminal: sees the call on the standard error output, and answers by a key. */
export function terminalAnswerer(io: Io, openKeyboard: () => Keyboard, choice: ColourChoice): Answerer {
  return {
    async answer(asked, signal) {
      const keyboard = openKeyboard()
      // The arguments were typed on it to their end.
      if (keyboard.readableEnded === true) return unavailable
      await showQuestion(asked, io, choice)
      return signal.aborted ? cancelled : answerOf(keyboard, io, signal)
    },
  }
}

async function showQuestion(asked: Asked, io: Io, choice: ColourChoice): Promise<void> {
  const { card, notes } = await foreseen(asked)
  io.stderr.write(questionFrame(card, [...notes, ...unusualLetters(asked.card)], io, choice))
}

async function answerOf(keyboard: Keyboard, io: Io, signal: AbortSignal): Promise<Answered> {
  const { stderr } = io
  for (;;) {
    const pressed = await keyPress(keyboard, (key) => meant(key, io), signal)
    if (pressed === 'ended') return unavailable
    stderr.write(`> ${pressed === 'interrupted' ? 'cancelled' : pressed}\n`)
    if (pressed === 'interrupted') return cancelled
    if (pressed === 'once') return { outcome: 'allowed-once', by: 'user' }
    if (pressed === 'deny') return denied
    const answered = await denyAndSayWhy(keyboard, io, signal)
    if (answered !== 'back') return answered
    writeKeys(io)
  }
}

/** Of a longer paste nobody needs the end. In columns. */
const longestKey = 20

function meant(key: string, io: Io): Choice | undefined {
  const choice = choices.get(key.toLowerCase())
  if (choice === undefined && key !== '') {
    io.stderr.write(`  "${cutEnd(key, longestKey, '...')}" is no answer\n`)
    writeKeys(io)
  }
  return choice
}

function writeKeys(io: Io): void {
  io.stderr.write(
    keyRows(io)
      .map((row) => `  ${row}\n`)
      .join(''),
  )
}

async function denyAndSayWhy(
  keyboard: Keyboard,
  { stderr }: Io,
  signal: AbortSignal,
): Promise<Answered | 'back'> {
  stderr.write('  Enter denies; Esc goes back to the question\n')
  const typed = await typedLine(keyboard, stderr, '  why? ', signal)
  if (typed === 'interrupted') return cancelled
  if (typed === 'escaped') return 'back'
  const message = escapeVisible(typed.text.trim()).slice(0, longestReason)
  return message === '' ? denied : { ...denied, message }
}
