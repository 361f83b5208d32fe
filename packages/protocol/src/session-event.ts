import type { JsonValue } from '@millrace/schema'
import type { ContentBlock } from './content.ts'
import type { CallId } from './message.ts'
import type { ToolTrace } from './trace.ts'

/** How an approval ended. */
export type ApprovalOutcome = 'allowed-once' | 'rejected' | 'cancelled' | 'unavailable'

/** A standing yes: what a person allowed beyond the one call that was asked about. */
export interface Grant {
  /** Unique, and stable for as long as the grant lives. */
  readonly id: string
  /** What it allows, as a permission rule. */
  readonly rule: string
  /** Until the process ends, or until it is revoked. */
  readonly lasts: 'session' | 'always'
  /** Who gave it: the front end or the person. */
  readonly by: string
  /** When, in milliseconds since the epoch. */
  readonly at: number
  /** When it ends by itself, in milliseconds since the epoch. */
  readonly until?: number
  /** The call that it was given for. */
  readonly for?: { readonly callId: CallId; readonly toolName: string }
  /** The settings file that holds it, where one does. */
  readonly file?: string
}

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
  /** Somebody allowed more than the call that was asked about. */
  'permission/granted': Grant
  /** Somebody took that back. */
  'permission/revoked': { id: string; rule: string; by: string }
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
