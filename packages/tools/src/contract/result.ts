import type { ContentBlock, JsonValue, ToolErrorInfo, UserMessage } from '@millrace/protocol'

/** Why a call failed. */
export interface ToolFailure {
  /** For people and models, without the `Error: ` envelope. */
  message: string
  /** Class and code, where the failure is a known one. */
  info?: ToolErrorInfo
}

/** A call that succeeded. */
export interface ToolExecutionSuccess {
  readonly isError: false
  /** The canonical value; it lives as long as the call and is never logged. */
  readonly value: JsonValue
  readonly content: ContentBlock[]
  readonly error?: never
  readonly meta?: JsonValue
  readonly additionalContexts?: UserMessage[]
  /** The agent loop stops after this batch. */
  readonly concludesTurn?: true
}

/** A call that failed, was denied or was cancelled. It never carries a value. */
export interface ToolExecutionFailure {
  readonly isError: true
  readonly error: ToolFailure
  readonly value?: never
  readonly content: ContentBlock[]
  readonly meta?: JsonValue
  readonly additionalContexts?: UserMessage[]
  readonly concludesTurn?: never
}

/** How one call ended. */
export type ToolExecutionResult = ToolExecutionSuccess | ToolExecutionFailure
