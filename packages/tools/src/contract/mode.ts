import type { ContentBlock, CallId } from '@millrace/protocol'
import type { Agent, ToolExecution } from './execution.ts'
import type { ToolDefinition } from './definition.ts'

/** What a model sees: the tools, one `run_code` tool that reaches them, or both. */
export type ToolPresentationMode = 'native' | 'code' | 'both'

/** A finished call of a program, about to be logged; listeners may reshape the logged copy only. */
export interface CodeDispatchLog {
  /** The enclosing `run_code` call. */
  readonly exec: ToolExecution
  /** Whose call it is, where the enclosing call has one. */
  readonly agent?: Agent
  /** `<outer>:code:<n>`. */
  readonly subCallId: CallId
  readonly name: string
  readonly isError: boolean
  /** The complete rendered content. */
  readonly content: ContentBlock[]
}

/** What fills the reserved `run_code` slot. Contributed by Code Mode; this package knows only the shape. */
export interface CodeTransport {
  /** The definition behind the reserved name. Its description and parameters may be getters. */
  readonly definition: ToolDefinition
}
