import {
  messageOf,
  type ContentBlock,
  type JsonValue,
  type ToolErrorInfo,
  type UserMessage,
} from '@millrace/protocol'
import type { ToolExecutionFailure, ToolExecutionResult, ToolExecutionSuccess } from '../contract/result.ts'
import { discard } from './discard.ts'
import { infoOf } from './thrown.ts'

/** The parts of a success. They are lossless and frozen already. */
export interface SuccessParts {
  readonly value: JsonValue
  readonly content: ContentBlock[]
  readonly meta?: JsonValue | undefined
  readonly contexts?: UserMessage[] | undefined
  readonly concludes?: boolean | undefined
}

/** The parts of a failure. They are lossless and frozen already. */
export interface FailureParts {
  readonly message: string
  readonly info?: ToolErrorInfo | undefined
  /** `Error: <message>` when absent. */
  readonly content?: ContentBlock[] | undefined
  readonly meta?: JsonValue | undefined
  readonly contexts?: UserMessage[] | undefined
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** A frozen success; absent parts are absent keys. */
export function success(parts: SuccessParts): ToolExecutionSuccess {
  const result: Mutable<ToolExecutionSuccess> = { isError: false, value: parts.value, content: parts.content }
  if (parts.meta !== undefined) result.meta = parts.meta
  if (parts.contexts !== undefined && parts.contexts.length > 0) result.additionalContexts = parts.contexts
  if (parts.concludes === true) result.concludesTurn = true
  return Object.freeze(result)
}

/** A frozen failure; absent parts are absent keys. */
export function failure(parts: FailureParts): ToolExecutionFailure {
  const { message, info } = parts
  const result: Mutable<ToolExecutionFailure> = {
    isError: true,
    error: Object.freeze(info === undefined ? { message } : { message, info }),
    content: parts.content ?? errorContent(message),
  }
  if (parts.meta !== undefined) result.meta = parts.meta
  if (parts.contexts !== undefined && parts.contexts.length > 0) result.additionalContexts = parts.contexts
  return Object.freeze(result)
}

/** Turns anything that was thrown into a failure: the one place where errors become results. */
export function failureOf(thrown: unknown, contexts?: UserMessage[]): ToolExecutionFailure {
  // Somebody may throw a promise.
  discard(thrown)
  return failure({ message: messageOf(thrown), info: infoOf(thrown), contexts })
}

function errorContent(message: string): ContentBlock[] {
  return Object.freeze([
    Object.freeze({ type: 'text', text: `Error: ${message}` }),
  ]) as unknown as ContentBlock[]
}

/** The same result with other content, contexts or both; its value and its presentation facts stay. */
export function withContent(
  result: ToolExecutionResult,
  content: ContentBlock[],
  contexts: UserMessage[] | undefined,
): ToolExecutionResult {
  const { meta } = result
  if (result.isError) {
    const { message, info } = result.error
    return failure({ message, info, content, meta, contexts })
  }
  return success({ value: result.value, content, meta, contexts, concludes: result.concludesTurn })
}
