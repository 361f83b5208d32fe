import { wrapWords } from '@millrace/cards'
import type { Answer, PutQuestion } from '@millrace/toolbox'
import type { Keyboard, Output } from '../io.ts'
import { shown } from './option-prompt.ts'
import { typedLine } from './typed-line.ts'

/**
 * Asks a question whose answer is typed. An empty line takes what is so by default; what else can be chosen has a key of its
 * own, and is said. `undefined` once the person closes it.
 */
export async function typedPrompt(
  question: PutQuestion,
  keyboard: Keyboard,
  output: Output,
  width: number,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const { header, byDefault = [], typed: { dash, escape } = {} } = question
  const topic = header === undefined ? '' : `${shown(header)}: `
  const keys = [
    ...(byDefault.length === 0 ? [] : [`Enter: ${byDefault.map(shown).join(', ')}`]),
    ...(dash === undefined ? [] : [`"-": ${shown(dash)}`]),
    `Esc: ${escape === undefined ? 'closes the question' : shown(escape)}`,
  ].join('; ')
  const rows = [`${topic}${shown(question.question)}`, `(${keys})`].flatMap((row) => wrapWords(row, width))
  output.write(`${rows.join('\n')}\n`)
  while (!signal.aborted) {
    const line = await typedLine(keyboard, output, '  type it: ', signal)
    if (line === 'escaped' && escape !== undefined) return { chosen: [escape] }
    if (typeof line === 'string' || line.hasEnded === true) return undefined
    const text = line.text.trim()
    if (text === '-' && dash !== undefined) return { chosen: [dash] }
    if (text !== '') return { chosen: [], text }
    if (byDefault.length > 0) return { chosen: byDefault }
    output.write(`  it needs an answer (${keys})\n`)
  }
  return undefined
}
