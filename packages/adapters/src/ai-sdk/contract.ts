import type { ContentBlock, JsonObject, JsonValue, ToolErrorInfo, UserMessage } from '@millrace/protocol'
import type { StandardSchema } from '@millrace/schema'
import type { ViewOptions } from '../contract.ts'

/** How tools are handed to the AI SDK. */
export interface ToAISDKOptions extends ViewOptions {
  /**
   * Whether outputs carry the canonical value of each call beside its content, for the application. Off by default:
   * outputs go into histories and to browsers, and a value is as large as it is.
   */
  readonly values?: boolean
}

/** A JSON Schema in the form that every line of the AI SDK takes. */
export interface AISDKSchema extends StandardSchema {
  readonly jsonSchema: JsonObject
}

/** What the AI SDK says of a call. */
export interface AISDKCallOptions {
  readonly toolCallId: string
  readonly abortSignal?: AbortSignal | undefined
  /** The same list for all calls of one answer. */
  readonly messages?: readonly unknown[] | undefined
}

/** How a call ended, as the AI SDK keeps it: JSON that survives a history. */
export interface AISDKOutput {
  readonly status: 'done' | 'failed' | 'denied'
  /** What the model reads of it. */
  readonly content: ContentBlock[]
  /** Of a call that did not succeed. */
  readonly error?: { readonly message: string; readonly info?: ToolErrorInfo }
  /** Messages that the call adds after its result. */
  readonly contexts?: UserMessage[]
  /** The tool asks the loop to stop; see `turnConcluded`. */
  readonly concludesTurn?: true
  /** The canonical value, where `values` asks for it. */
  readonly value?: JsonValue
}

/** What the model of the AI SDK gets of an output. */
export type AISDKModelOutput =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | { type: 'execution-denied'; reason: string }
  | {
      type: 'content'
      value: ({ type: 'text'; text: string } | { type: 'image-data'; data: string; mediaType: string })[]
    }

/** A tool as the AI SDK takes it. */
export interface AISDKTool {
  /** Its input and output have no static types. */
  readonly type: 'dynamic'
  readonly description: string
  readonly inputSchema: AISDKSchema
  /** Runs a call through the whole pipeline. Never rejects: a failure is an output. */
  execute(input: unknown, options: AISDKCallOptions): Promise<AISDKOutput>
  /** Turns an output into what the model reads. */
  toModelOutput(asked: unknown): AISDKModelOutput
}

/** Tools by the names that a provider takes. */
export type AISDKToolSet = Record<string, AISDKTool>
