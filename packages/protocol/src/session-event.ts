import type { JsonValue } from '@millrace/schema'
import type { AgentEventMap } from './agent-event.ts'
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
  /** For whom the agent acted that made the call. */
  readonly principal?: string
  /** The settings file that holds it, where one does. */
  readonly file?: string
}

/** The events of a session log by type; packages add theirs by declaration merging. */
export interface SessionEventMap extends AgentEventMap {
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
    error?: { name: string; code: string }
    /** What a card needs to show the result again. */
    meta?: JsonValue
  }
  /** A program said something on its console, or a piece of that was left out. */
  'tool/code-console': { callId: CallId; text: string }
  /** A program that was cut off goes on: from a captured machine, or from its first line against the journal of its calls. */
  'tool/code-resumed': {
    callId: CallId
    from: 'image' | 'journal'
    /** Calls whose recorded outcomes are used again. */
    recorded: number
    /** Calls that were under way and whose outcome is not known. */
    unknown: number
  }
  /** A search brought up tools that requests carry from here on. */
  'tools/loaded': { callId: CallId; names: readonly string[] }
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

/** What the `type` of an event in a log can be, such as `tool/call`. */
export type SessionEventType = keyof SessionEventMap

/** Types that a reader which does not know them may skip; all others must be understood. */
export const ignorableEvents: ReadonlySet<SessionEventType> = new Set<SessionEventType>([
  'assistant/chunk',
  'model/notice',
  'model/retry',
  'spill/kept',
  'tool/code-console',
  'tool/code-resumed',
  'tool/progress',
  'tool/trace',
])

/** One entry of a session log. */
export type SessionEvent<T extends SessionEventType = SessionEventType> = {
  [K in T]: {
    /** Position in the log, from 0 and without gaps. */
    readonly seq: number
    /** Milliseconds since the epoch; never less than that of the event before. */
    readonly time: number
    readonly type: K
    /** The sub-agent that it is about; absent for the agent of the session itself. */
    readonly agent?: string
    /** Whether a reader that does not know the type may skip it. */
    readonly ignorable?: true
    readonly data: SessionEventMap[K]
  }
}[T]

/** The first line of a session log. */
export interface SessionHeader {
  readonly format: 'millrace-session'
  /** Of the format; a reader refuses one that it does not know. */
  readonly version: 1
  readonly id: string
  /** When it began, in milliseconds since the epoch. */
  readonly time: number
  /** The working directory, absolute. */
  readonly cwd: string
  /** For whom the agent acts. */
  readonly principal: string
  /** What wrote it: versions by name, such as `millrace` and `node`. */
  readonly versions: Readonly<Record<string, string>>
  /** Fingerprints of the tools that were visible when it began, by name. */
  readonly tools: Readonly<Record<string, string>>
  /** The session that this one continues from, and the sequence number of the last event taken over. */
  readonly forkOf?: { readonly session: string; readonly seq: number }
}
