import type { JsonValue } from '@millrace/schema'

/** What a value of a field has to keep, as far as the server says; lengths in characters. */
export interface McpFieldLimits {
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly format?: 'email' | 'uri' | 'date' | 'date-time'
}

/** A field that a server asks for: flat, of a primitive type. */
export interface McpQuestionField {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices'
  readonly required: boolean
  readonly options?: readonly { readonly value: string; readonly title: string }[]
  readonly default?: JsonValue
  readonly limits?: McpFieldLimits
}

/** What a server asks the person, in the course of a call. Untrusted text. */
export type McpQuestion =
  | {
      readonly kind: 'form'
      readonly server: string
      readonly message: string
      readonly fields: readonly McpQuestionField[]
    }
  /** The person is to open an address; nothing opens it by itself. */
  | { readonly kind: 'url'; readonly server: string; readonly message: string; readonly url: string }

/** What the person said. Only `accept` hands anything to the server. */
export type McpAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, JsonValue>> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' }

/** Whoever can answer for the person. */
export interface McpQuestions {
  ask(question: McpQuestion, signal: AbortSignal): Promise<McpAnswer>
}
