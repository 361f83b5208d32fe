import { Readable } from 'node:stream'
import { wrapWords } from '@millrace/cards'
import type { Answer, PutQuestion, QuestionFrontEnd } from '@millrace/toolbox'
import type { Io, Keyboard } from '../io.ts'
import type { StatusArea } from '../live/status-area.ts'
import { columnsOf, isAsciiOnly } from '../screen.ts'
import { heardKeys } from './heard-keys.ts'
import { linePrompt } from './line-prompt.ts'
import { OptionPrompt } from './option-prompt.ts'
import { outputStream } from './output-stream.ts'
import { PromptInput } from './prompt-input.ts'
import { typedPrompt } from './typed-prompt.ts'

/** What the front end at the terminal needs. */
export interface TerminalFrontEndOptions {
  readonly openKeyboard: () => Keyboard
  readonly screen: StatusArea
  readonly env: Io['env']
  /** Gives the whole call up, as Ctrl+C does anywhere. */
  readonly cancel: () => void
}

/** One time that somebody is asked. */
interface Asking extends Pick<TerminalFrontEndOptions, 'screen' | 'env'> {
  readonly keyboard: Keyboard & Readable
  readonly signal: AbortSignal
  /** Whether the person knows already who asks. */
  readonly goesOn: boolean
}

/** Puts the questions of a tool to whoever sits at the terminal. Esc closes them without an answer. */
export function terminalFrontEnd(options: TerminalFrontEndOptions): QuestionFrontEnd {
  const { openKeyboard, screen, env, cancel } = options
  return {
    async ask(questions, { signal, goesOn = false }) {
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
        const means = { keyboard, screen, env, signal: asking.signal, goesOn }
        return await screen.hold(() => askAll(questions, means))
      } finally {
        signal.removeEventListener('abort', stop)
        keyboard.off('data', hear).off('end', stop).off('close', stop).off('error', stop)
        keyboard.pause()
      }
    },
  }
}

async function askAll(
  questions: readonly PutQuestion[],
  asking: Asking,
): Promise<Answer[] | 'dismissed' | undefined> {
  const { screen, env, keyboard, goesOn } = asking
  // What cannot show the signs of the prompts can hardly redraw them.
  const isPlain = isAsciiOnly(env)
  const how = isPlain ? '' : 'a number or the arrows and Enter choose, letters start an answer in own words; '
  const heading = `A tool asks you (${how}Esc closes the questions, Ctrl+C cancels the call):`
  if (!goesOn) screen.write(`${wrapWords(heading, columnsOf(screen, env)).join('\n')}\n`)
  const answers: Answer[] = []
  for (const question of questions) {
    const isInLines = isPlain || question.typed !== undefined
    const answer = await (isInLines ? askInLines(question, asking) : askByKeys(question, asking))
    if (answer === undefined) return keyboard.readableEnded || keyboard.destroyed ? undefined : 'dismissed'
    answers.push(answer)
  }
  return answers
}

function askInLines(
  question: PutQuestion,
  { keyboard, screen, env, signal }: Asking,
): Promise<Answer | undefined> {
  const prompt = question.typed === undefined ? linePrompt : typedPrompt
  return prompt(question, keyboard, screen, columnsOf(screen, env), signal)
}

async function askByKeys(
  question: PutQuestion,
  { keyboard, screen, signal }: Asking,
): Promise<Answer | undefined> {
  const input = new PromptInput(keyboard)
  const prompt = new OptionPrompt(question, { input, output: outputStream(screen), signal })
  const forget = heardKeys(keyboard, (pressed) => prompt.hear(pressed))
  keyboard.resume()
  try {
    return await prompt.ask()
  } finally {
    forget()
  }
}
