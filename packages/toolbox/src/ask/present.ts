import { text, type ToolCallView, type ToolResult, type ToolResultView } from '@millrace/protocol'
import type { Question } from './question.ts'

interface AskArgs {
  readonly questions: readonly Question[]
}

/** The pending card: the questions with their options. */
export function presentAskCall({ questions }: AskArgs): ToolCallView {
  const content = [text(questions.map(asked).join('\n'))]
  return { card: 'generic', kind: 'other', title: askTitle(questions), content }
}

/** The completed card: each question with what was answered, as the model reads it. A failed call has none. */
export function presentAskResult(
  { questions }: AskArgs,
  { isError }: ToolResult,
): ToolResultView | undefined {
  return isError ? undefined : { card: 'generic', title: askTitle(questions) }
}

function askTitle(questions: readonly Question[]): string {
  const [first] = questions
  if (first === undefined) return 'no questions'
  const more = questions.length - 1
  const title = oneLine(first.header ?? first.question)
  return more === 0 ? title : `${title} and ${more} more`
}

function asked({ question, options, multiple }: Question): string {
  const rows = options.map(({ label, description }) => {
    return `  - ${oneLine(label)}${description === undefined ? '' : `: ${oneLine(description)}`}`
  })
  return [`${oneLine(question)}${multiple === true ? ' (several)' : ''}`, ...rows].join('\n')
}

/** A text whose line breaks cannot be taken for those of the card. */
function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim()
}
