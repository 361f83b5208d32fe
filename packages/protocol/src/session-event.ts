import type { JsonValue } from '@millrace/schema'
import type { ContentBlock } from './content.ts'
import type { CallId } from './message.ts'
import type { ToolTrace } from './trace.ts'

/** How an approval ended. */
export type ApprovalOutcome = 'allowed-once' | 'rejected' | 'cancelled' | 'unavailable'

/** The events of a session log by type; packages add theirs by declaration merging. */
export interface SessionEventMap {
  /** Before a call runs; the arguments are the text as the model wrote it. */
  'tool/call': { turn: number; step: number; callId: CallId; name: string; arguments: string }
  /** After a call ended; `callSeq` is the sequence number of its `tool/call`. */
  'tool/result': {
    turn: number
    step: number
    callId: CallId
    callSeq: number
    content: ContentBlock[]
    isError: boolean
    error?: { name: string; code: string }
    meta?: JsonValue
  }
  /** A program started a call of its own. */
  'tool/code-dispatch-start': {
    rootCallId: CallId
    parentCallId: CallId
    subCallId: CallId
    name: string
    arguments: JsonValue
  }
  /** That call ended; exactly one for each start. */
  'tool/code-dispatch': {
    rootCallId: CallId
    parentCallId: CallId
    subCallId: CallId
    name: string
    arguments: JsonValue
    isError: boolean
    content: ContentBlock[]
  }
  /** News of a call that runs. */
  'tool/progress': { callId: CallId; text?: string; done?: number; total?: number }
  /** How a call was decided, stage by stage; logged before its `tool/result`, and safe to ignore. */
  'tool/trace': { callId: CallId } & ToolTrace
  /** A question went to whoever may answer. */
  'approval/asked': {
    requestId: string
    callId: CallId
    toolName: string
    reason?: string
    argumentsHash: string
  }
  /** It was answered, or can no longer be. */
  'approval/decided': {
    requestId: string
    callId: CallId
    toolName: string
    reason?: string
    argumentsHash: string
    outcome: ApprovalOutcome
    by: string
    message?: string
  }
}

/** The type of a session event. */
export type SessionEventType = keyof SessionEventMap

/** One entry of a session log. */
export type SessionEvent<T extends SessionEventType = SessionEventType> = {
  [K in T]: {
    /** Position in the log, without gaps. */
    readonly seq: number
    /** Milliseconds since the epoch. */
    readonly time: number
    readonly type: K
    readonly data: SessionEventMap[K]
  }
}[T]
