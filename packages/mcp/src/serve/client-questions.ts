import { randomBytes } from 'node:crypto'
import { escapeVisible } from '@millrace/protocol'
import type { JsonValue } from '@millrace/schema'
import type { McpAnswer, McpQuestion, McpQuestionField, McpQuestions } from '../contract/question.ts'
import type { Elicitation } from './open-question.ts'
import type { ToolServer } from './tool-server.ts'
import { membersOf } from '../is-record.ts'

type Form = Extract<Elicitation, { requestedSchema: unknown }>['requestedSchema']

/** What servers behind this one ask, put to the person of the client whose call runs. Where that cannot be, it is a refusal. */
export function clientQuestions(from: Pick<ToolServer, 'elicit'>): McpQuestions {
  return {
    async ask(question, signal) {
      return answerOf(await from.elicit(elicitationOf(question), signal))
    },
  }
}

function elicitationOf(question: McpQuestion): Elicitation {
  const message = `${escapeVisible(question.server)} asks: ${escapeVisible(question.message, { lines: true })}`
  if (question.kind === 'url') {
    const elicitationId = randomBytes(16).toString('hex')
    return { mode: 'url', message, url: question.url, elicitationId }
  }
  const { fields } = question
  const properties = Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)]))
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  return { mode: 'form', message, requestedSchema: { type: 'object', properties, required } as Form }
}

function propertyOf(field: McpQuestionField): Readonly<Record<string, JsonValue>> {
  const { title, description, default: preset } = field
  return {
    ...typeOf(field),
    ...field.limits,
    ...(title !== undefined && { title: escapeVisible(title) }),
    ...(description !== undefined && { description: escapeVisible(description, { lines: true }) }),
    ...(preset !== undefined && { default: preset }),
  }
}

function typeOf({ type, options = [] }: McpQuestionField): Readonly<Record<string, JsonValue>> {
  const titled = options.map(({ value, title }) => ({ const: value, title: escapeVisible(title) }))
  if (type === 'choice') return { type: 'string', oneOf: titled }
  if (type === 'choices') return { type: 'array', items: { anyOf: titled } }
  return { type: type === 'text' ? 'string' : type }
}

/** Only an explicit yes hands anything on; whoever asked checks it against its fields. */
function answerOf(answer: unknown): McpAnswer {
  const { action, content } = membersOf(answer)
  if (action === 'accept')
    return { action, content: membersOf(content) as Readonly<Record<string, JsonValue>> }
  return { action: action === 'cancel' ? 'cancel' : 'decline' }
}
