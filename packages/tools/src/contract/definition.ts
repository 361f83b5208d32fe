import type {
  ContentBlock,
  JsonValue,
  ToolCallView,
  ToolResult,
  ToolResultView,
  ToolSchema,
} from '@millrace/protocol'
import type { JsonSchemaNode } from '@millrace/schema'
import type { ToolExecution, ToolRunContext } from './execution.ts'
import type { ToolExecutionResult } from './result.ts'

/** What a tool promises to return, and how that becomes content for the model. */
export interface ToolOutputDefinition {
  /** Schema of the canonical value. Within the enforced subset it is enforced, unless `validate` judges. */
  readonly schema: JsonSchemaNode
  /** Turns validated arguments and value into the model's content. Pure. */
  render(args: unknown, value: JsonValue): ContentBlock[]
  /** What a card needs to show this result again from the log. Pure; asked of top-level calls only. */
  presentationMeta?(args: unknown, value: JsonValue): JsonValue
  /**
   * Judges the value instead of `schema`, for schemas outside the subset (contract R11).
   * Returns one message for each violation, none when the value is valid.
   */
  validate?(value: JsonValue): string[]
}

/** What a call will touch, as far as its arguments tell; for policies. */
export interface ToolTouches {
  paths?: { path: string; access: 'read' | 'write' }[]
  hosts?: string[]
  /** Argument vectors of the programs that it starts. */
  argv?: string[][]
}

/** What a call changes: nothing, something that bears repetition, or anything. */
export type ToolEffects = 'none' | 'idempotent' | 'other'

/** A tool: what the model is told of it, and what runs. Registered definitions are borrowed, never changed. */
export interface ToolDefinition extends ToolSchema {
  /** What it returns; mandatory. */
  readonly output: ToolOutputDefinition
  /**
   * Runs one admitted call. It observes or forwards `exec.signal`, and settles only once all that it started
   * has come to rest; the pipeline waits for it and never abandons it.
   * @param args - lossless, frozen arguments.
   * @param exec - identity of the call, its signal, and ways to add context.
   * @returns the canonical value that `output.schema` describes.
   */
  execute(args: unknown, exec: ToolRunContext): Promise<unknown>
  /**
   * Last word on the model's content, asked exactly once for every outcome, failures included.
   * Synchronous; must not throw. `undefined` keeps the content.
   */
  finalizeContent?(
    exec: Readonly<ToolExecution>,
    result: Readonly<ToolExecutionResult>,
  ): ContentBlock[] | undefined
  /** Cooperative time budget in milliseconds, enforced by a policy. Positive and finite. */
  timeoutMs?: number
  /** Whether a call with these arguments may overlap with its siblings; only exactly `true` does. Pure. */
  isConcurrencySafe?(args: unknown): boolean
  /** How to show the pending call. Pure: live view and replay must agree. */
  presentCall?(args: unknown): ToolCallView | undefined
  /** How to show the finished call. Pure: live view and replay must agree. */
  presentResult?(args: unknown, result: ToolResult): ToolResultView | undefined
  /** What the tool changes; `other` when absent. Never visible to the model. */
  effects?: ToolEffects
  /** What a call with these arguments touches. Pure; never visible to the model. */
  touches?(args: unknown): ToolTouches
  /** JSON Pointers (RFC 6901) into the arguments that are redacted wherever they are shown or stored. */
  secrets?: string[]
}
