import type * as acp from '@agentclientprotocol/sdk'
import type { EditorForm, FormField, FormOption } from '../contract.ts'

/** A form as the protocol has it. Nothing in it is required, as a person may pass a question over. */
export function formRequest(
  { message, callId, fields }: EditorForm,
  sessionId: string,
): acp.CreateElicitationRequest {
  const properties = Object.fromEntries(fields.map((field) => [field.id, propertyOf(field)]))
  return {
    mode: 'form',
    sessionId,
    toolCallId: callId,
    message,
    requestedSchema: { type: 'object', properties },
  }
}

function propertyOf({ title, description, options, multiple }: FormField): acp.ElicitationPropertySchema {
  const told = { title, ...(description !== undefined && { description }) }
  if (options === undefined) return { type: 'string', ...told }
  const choices = options.map(choiceOf)
  return multiple === true
    ? { type: 'array', ...told, items: { anyOf: choices } }
    : { type: 'string', ...told, oneOf: choices }
}

function choiceOf({ value, description }: FormOption): acp.EnumOption {
  return { const: value, title: value, ...(description !== undefined && { description }) }
}

/** What the person filled in. @param answer - whatever the editor sent. */
export function filledOf(answer: unknown): Readonly<Record<string, unknown>> | 'dismissed' | undefined {
  const { action, content } = (answer ?? {}) as { readonly action?: unknown; readonly content?: unknown }
  if (action === 'decline' || action === 'cancel') return 'dismissed'
  if (action !== 'accept') return undefined
  return typeof content === 'object' && content !== null && !Array.isArray(content)
    ? (content as Record<string, unknown>)
    : {}
}
