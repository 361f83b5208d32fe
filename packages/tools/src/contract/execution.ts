import type { CallId, SessionEventMap, SessionEventType, UserMessage } from '@millrace/protocol'

declare const toolExecutionTokenBrand: unique symbol

/** Opaque identity of one call: good for comparing, and for nothing else. */
export type ToolExecutionToken = symbol & { readonly [toolExecutionTokenBrand]: true }

/** Where facts about the calls of one agent are kept. */
export interface AgentEvents {
  readonly sessionId: string
  /**
   * Adds an event to the log of the agent's session, in order and without what is secret in it.
   * @throws where the log failed, or is closed.
   */
  append<T extends SessionEventType>(type: T, data: SessionEventMap[T]): void
}

/** On whose behalf a call runs. The pipeline knows it only as a scope key; hosts fill it by declaration merging. */
export interface Agent {
  /** Of an agent with a session. */
  readonly events?: AgentEvents
}

/** What a caller says of the call that it wants; the runtime adds the token. */
export interface ToolExecutionInput {
  /** Unique within the session, not empty. */
  readonly callId: CallId
  /** The model's call at the root of this tree; omitted by a root call. */
  readonly rootCallId?: CallId
  readonly name: string
  /** Parsed arguments, lossless JSON; the tool validates them. */
  readonly arguments: unknown
  /** Whose view and listeners apply; omitted for the global view. */
  readonly agent?: Agent & object
  /** Token of the enclosing call, where a program makes this one. */
  readonly parent?: ToolExecutionToken
  /** The caller's cancellation; mandatory. */
  readonly signal: AbortSignal
}

/** One call in the pipeline, frozen: nobody can change its identity or its arguments. */
export interface ToolExecution extends ToolExecutionInput {
  /** Resolved for root and nested calls alike. */
  readonly rootCallId: CallId
  /** Fresh for each call; nested calls carry it as their `parent`. */
  readonly token: ToolExecutionToken
}

/** A call as `tools/execute` wrappers see it: they may replace the signal, never remove it. */
export interface ToolDispatchExecution extends Omit<ToolExecution, 'signal'> {
  /** What the next wrapper, or the body, sees; the caller's cancellation is fused in again. */
  signal: AbortSignal
}

/** News of a call that runs. What it reports replaces what it reported before. */
export interface ToolProgress {
  /** What a person reads of it, such as the last lines of its output; of a longer text the last 4,000 UTF-16 units. */
  readonly text?: string
  /** How much is done, in a unit of the tool's own. Finite. */
  readonly done?: number
  /** How much there is to do, in the same unit. Finite. */
  readonly total?: number
}

/** What a tool body is given. */
export interface ToolRunContext extends ToolExecution {
  /**
   * Tells the `tools/progress` listeners how the call goes, while its body runs. It never throws: a report that
   * is none is warned about and dropped. A copy of the execution has no such member.
   */
  readonly reportProgress: (this: void, progress: ToolProgress) => void
  /** Adds a message that the agent loop appends after this call's result. Order is kept. */
  deferContext(this: void, context: UserMessage): void
  /** Asks the agent loop to stop after this result, if it is a success. */
  concludeTurn(this: void): void
}

/** Whether a call may overlap with its siblings or runs alone, as a barrier. */
export type ToolExecutionMode = { kind: 'parallel' } | { kind: 'exclusive' }
