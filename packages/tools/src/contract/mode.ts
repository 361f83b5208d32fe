import type { ContentBlock, CallId, ToolSchema } from '@millrace/protocol'
import type { ScopeKey } from '@millrace/scope'
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

/** A part of the prompt that Code Mode contributes, as it reads for one scope now. */
export interface TransportSection {
  readonly name: string
  readonly order: number
  /** Left out of the prompt where it is empty. */
  readonly text: string
}

/** A call that was under way when its process ended. */
export interface InterruptedCall {
  readonly callId: CallId
  readonly sessionId: string
}

/** What fills the reserved `run_code` slot. Contributed by Code Mode; this package knows only the shape. */
export interface CodeTransport {
  /** The definition behind the reserved name. Its description and parameters may be getters. */
  readonly definition: ToolDefinition
  /**
   * What prompts of a scope say of Code Mode; asked at every assembly, so equal state must give equal bytes.
   * @throws CodeRuntimeMissingError and others where the mode cannot work here.
   */
  sections?(scope: ScopeKey | undefined, mode: ToolPresentationMode): readonly TransportSection[]
  /**
   * Whether an interrupted call of `run_code`, executed again under the same id, goes on from where it was and does nothing
   * twice. Never rejects.
   */
  canContinue?(call: InterruptedCall): Promise<boolean>
}

/** Which of the visible tools requests carry; the others can be searched for. Contributed by tool search. */
export interface ToolSelection {
  /**
   * The tools that a request of a scope carries, from all that it would carry otherwise. Asked at every assembly: the same
   * array for the same state. What it leaves out can be called all the same.
   * @param loaded - names that searches of this agent have brought up.
   */
  offer(
    schemas: readonly ToolSchema[],
    request: {
      readonly scope: ScopeKey | undefined
      readonly mode: ToolPresentationMode
      readonly loaded: ReadonlySet<string>
    },
  ): readonly ToolSchema[]
}
