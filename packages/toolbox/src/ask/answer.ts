import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { cutEnd } from '../text/cut.ts'
import type { Question } from './question.ts'

/** What a person answered to one question. */
export interface Answer {
  /** The labels of the options that were chosen; none where the person only wrote, or passed the question over. */
  readonly chosen: readonly string[]
  /** What the person wrote. */
  readonly text?: string
}

/** Schema of what `ask_user` returns. */
export const answersSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    answers: {
      type: 'array',
      required: true,
      description: 'In the order of the questions.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          question: { type: 'string', required: true },
          chosen: { type: 'array', required: true, items: { type: 'string' } },
          text: { type: 'string' },
        },
      },
    },
  },
} as const satisfies ValueSchemaSpec

/** The canonical value of `ask_user`. */
export type AnswersValue = InferValue<typeof answersSchema>

/** Of a longer text a person meant a file. In UTF-16 units. */
const longestText = 20_000

/**
 * Answers as a front end gave them, copied; `undefined` where they do not answer these very questions: another
 * number of them, labels that were not offered, several where one may be chosen.
 */
export function readAnswers(given: unknown, questions: readonly Question[]): Answer[] | undefined {
  if (!Array.isArray(given) || given.length !== questions.length) return undefined
  const answers = questions.map((question, index) => readAnswer((given as unknown[])[index], question))
  return answers.every((answer) => answer !== undefined) ? answers : undefined
}

function readAnswer(given: unknown, { options, multiple = false }: Question): Answer | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const { chosen, text } = given as { chosen?: unknown; text?: unknown }
  if (!Array.isArray(chosen) || (text !== undefined && typeof text !== 'string')) return undefined
  const labels = new Set<unknown>(chosen)
  if (labels.size !== chosen.length || (chosen.length > 1 && !multiple)) return undefined
  // In the order of the options, whatever the order of choosing.
  const known = options.map(({ label }) => label).filter((label) => labels.has(label))
  if (known.length !== chosen.length) return undefined
  const words = text?.trim() ?? ''
  return words === '' ? { chosen: known } : { chosen: known, text: cutEnd(words, longestText) }
}
