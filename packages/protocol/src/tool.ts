import type { JsonValue, ObjectJsonSchema } from '@millrace/schema'
import type { ContentBlock } from './content.ts'

/** What a model is told of a tool, and nothing else. */
export interface ToolSchema {
  name: string
  description: string
  /** Any lossless JSON Schema with an object root; first-party tools stay within the enforced subset. */
  parameters: ObjectJsonSchema | Readonly<Record<string, unknown>>
}

/** Identity of a failure, for policies and durable diagnostics. */
export interface ToolErrorInfo {
  /** The error's class name. */
  name: string
  /** Its stable code. */
  code: string
  /** Present where the same call may succeed when it is made again. */
  retryable?: true
}

/** What is kept of a finished call, and what presenters may depend on. */
export interface ToolResult {
  readonly content: ContentBlock[]
  readonly isError: boolean
  readonly error?: ToolErrorInfo
  readonly meta?: JsonValue
}
