import type { McpAnswer, McpQuestion, McpQuestionField, McpQuestions } from '@millrace/mcp'
import { QuestionError, type Answer, type PutQuestion, type QuestionBoard } from '@millrace/toolbox'
import type { JsonValue } from '@millrace/protocol'
import { limitProblem } from './field-limits.ts'

/** UTF-16 units of a text of a server that a person is shown. */
const longest = 2000
/** A field is put again so often where its answer cannot be taken. */
const mostAttempts = 3

const answer = 'answer it'
const open = 'I open it myself'
const decline = 'refuse'
const leaveOut = 'leave it out'

/**
 * Puts what servers ask to whoever answers the questions of tools. Whatever is no answer is none: nothing is handed to a
 * server then.
 */
export function serverQuestions(board: QuestionBoard): McpQuestions {
  return {
    async ask(question, signal) {
      try {
        return await new Asking(board, question, signal).answer()
      } catch (error) {
        if (!(error instanceof QuestionError)) throw error
        return { action: error.code === 'QUESTION_DISMISSED' ? 'cancel' : 'decline' }
      }
    },
  }
}

/** What was said to a field: a value, that it is left out, or that the server is refused. */
type FieldAnswer = { readonly value: JsonValue } | 'left out' | 'refused'

/** Why an answer cannot be taken. */
interface Untaken {
  readonly problem: string
}

class Asking {
  private readonly board: QuestionBoard
  private readonly question: McpQuestion
  private readonly signal: AbortSignal

  constructor(board: QuestionBoard, question: McpQuestion, signal: AbortSignal) {
    this.board = board
    this.question = question
    this.signal = signal
  }

  async answer(): Promise<McpAnswer> {
    const { question } = this
    const agree = question.kind === 'url' ? open : answer
    const about = question.kind === 'url' ? `\nIt wants this address to be opened: ${question.url}` : ''
    const names = question.kind === 'form' ? question.fields.map(({ name }) => name) : []
    const given = await this.put({
      question: `${bounded(question.message, longest)}${bounded(about, longest)}`,
      options: [
        {
          label: agree,
          ...(names.length > 0 && { description: `it wants: ${bounded(names.join(', '), 200)}` }),
        },
        { label: decline, description: 'nothing is told to it' },
      ],
    })
    if (given.chosen[0] !== agree) return { action: 'decline' }
    if (question.kind === 'url') return { action: 'accept', content: {} }
    const content = new Map<string, JsonValue>()
    for (const [index, field] of question.fields.entries()) {
      const said = await this.field(field, `field ${index + 1} of ${names.length}`)
      if (said === 'refused') return { action: 'decline' }
      if (said !== 'left out') content.set(field.name, said.value)
    }
    return { action: 'accept', content: Object.fromEntries(content) }
  }

  private async field(field: McpQuestionField, place: string): Promise<FieldAnswer> {
    for (let attempt = 1, problem = ''; attempt <= mostAttempts; attempt++) {
      const said = fieldAnswer(field, await this.put(fieldQuestion(field, problem), place))
      if (typeof said === 'string' || 'value' in said) return said
      problem = said.problem
    }
    return 'refused'
  }

  /** @param place - of a field among the others; the message of the server has none. */
  private async put(question: PutQuestion, place?: string): Promise<Answer> {
    const { server } = this.question
    const header = place === undefined ? `the MCP server ${server}` : `${server}, ${place}`
    const answers = await this.board.ask([{ header, ...question }], {
      callId: `mcp:${server}`,
      signal: this.signal,
      goesOn: place !== undefined,
    })
    return answers[0] ?? { chosen: [decline] }
  }
}

function fieldQuestion(field: McpQuestionField, problem: string): PutQuestion {
  const { name, title = name, description, required, type } = field
  const choices = choicesOf(field)
  const usual = labelsByDefault(field)
  const byDefault = usual.length === 0 && isTyped(field) && !required ? [leaveOut] : usual
  const about = description === undefined ? '' : `: ${description}`
  const told = usual.length === 0 || isTyped(field) ? '' : ` (by default: ${bounded(usual.join(', '), 200)})`
  const taken = isTyped(field) ? usual : []
  return {
    question: `${bounded(`${problem === '' ? '' : `${problem}\n`}${title}${about}`, longest)}${told}`,
    options: [
      ...choices.map(({ label }) => ({ label })),
      ...taken.map((label) => ({ label })),
      ...(required ? [] : [{ label: leaveOut }]),
      { label: decline, description: 'nothing is told to it' },
    ],
    multiple: type === 'choices',
    byDefault,
    // Where an empty line takes what the server gives, leaving it out needs another one.
    ...(isTyped(field) && {
      typed: { escape: decline, ...(!required && taken.length > 0 && { dash: leaveOut }) },
    }),
  }
}

function isTyped({ type }: McpQuestionField): boolean {
  return type === 'text' || type === 'number' || type === 'integer'
}

/** The labels of what a server gives by default; none where it gives nothing that can be shown. */
function labelsByDefault(field: McpQuestionField): readonly string[] {
  const { default: given } = field
  if (!isTyped(field)) {
    const values: readonly unknown[] = Array.isArray(given) ? given : [given]
    return choicesOf(field).flatMap(({ label, value }) => (values.includes(value) ? [label] : []))
  }
  if (field.type !== 'text') return typeof given === 'number' ? [String(given)] : []
  if (typeof given !== 'string' || given.length > longest) return []
  return [given.trim() === '' || given === leaveOut || given === decline ? JSON.stringify(given) : given]
}

interface Choice {
  readonly label: string
  readonly value: JsonValue
}

/** What can be chosen of a field, with labels that can be told apart from each other and from the others offered. */
function choicesOf({ type, options = [] }: McpQuestionField): readonly Choice[] {
  if (type === 'boolean')
    return [
      { label: 'yes', value: true },
      { label: 'no', value: false },
    ]
  const taken = new Set<string>([leaveOut, decline])
  return options.map(({ title, value }) => {
    const label =
      [title, value, `${title} (${value})`, JSON.stringify(value)].find((each) => !taken.has(each)) ?? value
    taken.add(label)
    return { label, value }
  })
}

/** The value that was given, what else was chosen, or why it cannot be taken. */
function fieldAnswer(field: McpQuestionField, { chosen, text }: Answer): FieldAnswer | Untaken {
  if (chosen.includes(decline)) return 'refused'
  if (chosen.includes(leaveOut)) return 'left out'
  const choices = choicesOf(field)
  const values = choices.filter(({ label }) => chosen.includes(label)).map(({ value }) => value)
  if (field.type === 'choices') return chosenAnswer(field, values, text)
  if (choices.length > 0) return values[0] === undefined ? onlyOffered : { value: values[0] }
  const typed = text ?? (chosen.length > 0 ? field.default : undefined)
  if (typed === undefined) return { problem: 'That was no answer.' }
  if (field.type === 'text') return withinLimits(field, typed)
  const number = typeof typed === 'string' ? Number(typed.trim() || 'none') : typed
  if (typeof number !== 'number' || !Number.isFinite(number)) return { problem: 'That is no number.' }
  return field.type === 'integer' && !Number.isSafeInteger(number)
    ? { problem: 'That is no whole number.' }
    : withinLimits(field, number)
}

/** Several of a list; none of a field that may be left out, and that wants some, leaves it out. */
function chosenAnswer(
  field: McpQuestionField,
  values: JsonValue[],
  text: string | undefined,
): FieldAnswer | Untaken {
  if (values.length === 0 && text !== undefined) return onlyOffered
  const least = field.limits?.minItems ?? 0
  return values.length === 0 && least > 0 && !field.required ? 'left out' : withinLimits(field, values)
}

/** The server would hear of no answer at all if one value were not what it asks for. */
function withinLimits({ limits = {} }: McpQuestionField, value: JsonValue): FieldAnswer | Untaken {
  const problem = limitProblem(value, limits)
  return problem === undefined ? { value } : { problem }
}

function bounded(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

const onlyOffered: Untaken = { problem: 'Only what is offered can be chosen.' }
