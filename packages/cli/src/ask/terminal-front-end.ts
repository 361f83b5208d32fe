import { Readable } from 'node:stream'
import { escapeVisible } from '@millrace/protocol'
import type { Answer, Question, QuestionFrontEnd } from '@millrace/toolbox'
import type { Keyboard } from '../io.ts'
import type { StatusArea } from '../live/status-area.ts'
import { outputStream } from './output-stream.ts'

/** What the front end at the terminal needs. */
export interface TerminalFrontEndOptions {
  readonly openKeyboard: () => Keyboard
  readonly screen: StatusArea
  /** Gives the whole call up, as Ctrl+C does anywhere. */
  readonly cancel: () => void
}

/** Puts the questions of a tool to whoever sits at the terminal. Esc closes them without an answer. */
export function terminalFrontEnd({
  openKeyboard,
  screen,
  cancel,
}: TerminalFrontEndOptions): QuestionFrontEnd {
  return {
    async ask(questions, { signal }) {
      const keyboard = openKeyboard()
      // The arguments were typed on it to their end.
      if (keyboard.readableEnded === true || !(keyboard instanceof Readable)) return undefined
      const asking = new AbortController()
      const stop = (): void => asking.abort()
      const hear = (chunk: unknown): void => {
        if (String(chunk).includes('\u0003')) cancel()
      }
      signal.addEventListener('abort', stop, { once: true })
      keyboard.on('data', hear).on('end', stop).on('close', stop).on('error', stop)
      try {
        return await screen.hold(() => askAll(questions, keyboard, screen, asking.signal))
      } finally {
        signal.removeEventListener('abort', stop)
        keyboard.off('data', hear).off('end', stop).off('close', stop).off('error', stop)
        keyboard.pause()
      }
    },
  }
}

async function askAll(
  questions: readonly Question[],
  input: Readable,
  screen: StatusArea,
  signal: AbortSignal,
): Promise<Answer[] | 'dismissed' | undefined> {
  screen.write('A tool asks you (Esc closes the questions, Ctrl+C cancels the call):\n')
  const answers: Answer[] = []
  const common = { input, output: outputStream(screen), signal }
  for (const question of questions) {
    const answer = await askOne(question, common)
    if (answer === undefined) return input.readableEnded || input.destroyed ? undefined : 'dismissed'
    answers.push(answer)
  }
  return answers
}

interface Common {
  readonly input: Readable
  readonly output: ReturnType<typeof outputStream>
  readonly signal: AbortSignal
}

/** The value of the option that asks for words. */
const inWords = -1

/** One question; `undefined` once the person closes it. */
async function askOne(question: Question, common: Common): Promise<Answer | undefined> {
  const { isCancel, multiselect, select, text } = await import('@clack/prompts')
  const { header, options, multiple = false } = question
  const topic = header === undefined ? '' : `${shown(header)}: `
  const message = `${topic}${shown(question.question)}`
  // A hint is shown beside the option under the cursor alone, which is otherwise known by its colour only.
  const here = multiple ? 'here' : ''
  const offered = [
    ...options.map(({ label, description = here }, value) => {
      return { value, label: shown(label), hint: shown(description) }
    }),
    { value: inWords, label: 'something else, in your own words', hint: here },
  ]
  const picked = multiple
    ? await multiselect({ ...common, message, options: offered, required: false })
    : await select({ ...common, message, options: offered })
  if (isCancel(picked)) return undefined
  const values = [picked].flat()
  const chosen = options.filter((_, index) => values.includes(index)).map(({ label }) => label)
  if (!values.includes(inWords)) return { chosen }
  const words = await text({ ...common, message: 'In your own words' })
  return isCancel(words) ? undefined : { chosen, text: words ?? '' }
}

/** A text of a model on one row, or as many as the terminal breaks it into. */
function shown(words: string): string {
  return escapeVisible(words.replaceAll(/\s+/g, ' ').trim())
}
