import type { CallId, Grant, JsonValue, SessionEventMap, ToolTrace } from '@millrace/protocol'

/** A question about a call, and its answer where there was one. */
export interface RecordedQuestion {
  readonly asked: SessionEventMap['approval/asked']
  readonly askedAt: number
  answer?: SessionEventMap['approval/decided']
  answeredAt?: number
}

/** How a call ended. */
export interface RecordedResult {
  readonly at: number
  readonly isError: boolean
  readonly content: SessionEventMap['tool/result']['content']
  readonly error?: { readonly name: string; readonly code: string }
}

/** One call as the log has it, from its request to its result. */
export interface RecordedCall {
  /** Its place among all calls of the session, from 1. */
  readonly number: number
  readonly callId: CallId
  readonly tool: string
  /** As the model wrote them, or as the program gave them. */
  readonly argumentsText: string
  /** Parsed; absent where the text is no JSON. */
  readonly args?: JsonValue
  /** When it was asked for, in milliseconds since the epoch. */
  readonly at: number
  readonly seq: number
  readonly turn?: number
  readonly step?: number
  /** The sub-agent that made it. */
  readonly agent?: string
  /** The call whose program made it. */
  readonly parent?: CallId
  readonly questions: RecordedQuestion[]
  readonly grants: Grant[]
  readonly spills: SessionEventMap['spill/kept'][]
  /** When its body began, or told of itself for the first time. */
  runsSince?: number
  trace?: ToolTrace
  result?: RecordedResult
}
