import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { ToolArgsError } from '@millrace/schema'

/** What bounds the questions of one call. */
export const questionLimits = {
  /** Questions of one call. */
  questions: 4,
  /** Options that a question must at least have. */
  leastOptions: 2,
  /** Options that a question may have. */
  mostOptions: 8,
  /** UTF-16 units of a question. */
  questionLength: 2000,
  /** UTF-16 units of its header. */
  headerLength: 60,
  /** UTF-16 units of the label of an option. */
  labelLength: 200,
  /** UTF-16 units of the description of an option. */
  descriptionLength: 500,
} as const

/** Schema of one question as a model writes it. */
export const questionSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    question: { type: 'string', required: true },
    header: { type: 'string', description: 'A word or two on the topic.' },
    options: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          label: { type: 'string', required: true },
          description: { type: 'string' },
        },
      },
    },
    multiple: { type: 'boolean', description: 'Several options may be chosen.' },
  },
} as const satisfies ValueSchemaSpec

/** A question with options to choose from. A person may always answer in words of their own, too. */
export type Question = InferValue<typeof questionSchema>

/**
 * Checks what the schema cannot say.
 * @throws ToolArgsError `INVALID_ARGS` on counts, lengths, and labels that could not be told apart.
 */
export function checkQuestions(questions: readonly Question[]): void {
  const { questions: most } = questionLimits
  if (questions.length < 1 || questions.length > most) {
    throw new ToolArgsError([`"questions" must have 1 to ${most} items, not ${questions.length}`])
  }
  const problems = questions.flatMap((question, index) => problemsOf(question, `questions[${index}]`))
  if (problems.length > 0) throw new ToolArgsError(problems.slice(0, mostProblems))
}

/** More of them at once help nobody to mend a call. */
const mostProblems = 5

function problemsOf({ question, header, options }: Question, at: string): string[] {
  const { leastOptions, mostOptions, questionLength, headerLength } = questionLimits
  const { length } = options
  const labels = new Set(options.map(({ label }) => label))
  return [
    ...textProblems(question, `${at}.question`, questionLength),
    ...(header === undefined ? [] : textProblems(header, `${at}.header`, headerLength)),
    ...(length < leastOptions || length > mostOptions
      ? [`"${at}.options" must have ${leastOptions} to ${mostOptions} items, not ${length}`]
      : []),
    ...(labels.size < length ? [`"${at}.options" must have different labels`] : []),
    ...options
      .slice(0, mostOptions)
      .flatMap((option, index) => optionProblems(option, `${at}.options[${index}]`)),
  ]
}

function optionProblems({ label, description }: Question['options'][number], at: string): string[] {
  const { labelLength, descriptionLength } = questionLimits
  return [
    ...textProblems(label, `${at}.label`, labelLength),
    ...(description !== undefined && description.length > descriptionLength
      ? [`"${at}.description" may have at most ${descriptionLength} characters, not ${description.length}`]
      : []),
  ]
}

function textProblems(text: string, at: string, most: number): string[] {
  if (text.trim() === '') return [`"${at}" must not be empty`]
  return text.length > most ? [`"${at}" may have at most ${most} characters, not ${text.length}`] : []
}
