import { wrapWords } from '@millrace/cards'
import type { Answer, PutQuestion } from '@millrace/toolbox'
import type { Keyboard, Output } from '../io.ts'
import { shown } from './option-prompt.ts'
import { typedLine } from './typed-line.ts'

/** Asks a question line by line, for terminals that cannot redraw; `undefined` once the person closes it. */
export async function linePrompt(
  question: PutQuestion,
  keyboard: Keyboard,
  output: Output,
  width: number,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const { header, options, multiple = false, byDefault = [] } = question
  const topic = header === undefined ? '' : `${shown(header)}: `
  const rows = [
    ...wrapWords(`${topic}${shown(question.question)}`, width),
    ...options.flatMap(({ label, description }, index) => {
      const about = description === undefined ? '' : `: ${shown(description)}`
      return wrapWords(`${shown(label)}${about}`, Math.max(1, width - 5)).map((row, at) => {
        return `${at === 0 ? `  ${index + 1}  ` : '     '}${row}`
      })
    }),
  ]
  output.write(`${rows.join('\n')}\n`)
  const numbers = multiple ? 'numbers' : 'a number'
  const usual = byDefault.length === 0 ? '' : 'Enter for the default, '
  const prompt = `  ${usual}${numbers}, or own words: `
  while (!signal.aborted) {
    const typed = await typedLine(keyboard, output, prompt, signal)
    if (typeof typed === 'string' || typed.hasEnded === true) return undefined
    const answer = answerOf(typed.text.trim(), question)
    if (typeof answer !== 'string') return answer
    output.write(`  ${answer}\n`)
  }
  return undefined
}

/** What a line answers, or why it is no answer. */
function answerOf(line: string, { options, multiple = false, byDefault = [] }: PutQuestion): Answer | string {
  if (line === '' && byDefault.length > 0) return { chosen: byDefault }
  if (line === '') return 'type an answer; Esc closes the questions'
  if (!/^\d{1,3}(?:[\s,]+\d{1,3})*$/.test(line)) return { chosen: [], text: line }
  const numbers = new Set(line.split(/[\s,]+/).map(Number))
  if (numbers.size > 1 && !multiple) return 'only one of them can be chosen'
  if ([...numbers].some((number) => options[number - 1] === undefined)) {
    return `the numbers are 1 to ${options.length}`
  }
  return { chosen: options.filter((_, index) => numbers.has(index + 1)).map(({ label }) => label) }
}
