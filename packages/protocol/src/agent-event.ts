import type { JsonValue } from '@millrace/schema'
import type { AssistantMessage, CallId, UserMessage } from './message.ts'
import type { ToolSchema } from './tool.ts'

/** Tokens as the provider counted them. */
export interface Usage {
  /** All tokens of the request, cached ones included. */
  readonly input: number
  /** All tokens of the answer, reasoning included. */
  readonly output: number
  /** How many of `input` came from the provider's cache. */
  readonly cachedInput?: number
  /** How many of `output` were reasoning. */
  readonly reasoning?: number
}

/** Why a model stopped. `interrupted` is ours: somebody stopped it; `error` is what came of a failed request. */
export type FinishReason =
  | 'stop'
  | 'tool-calls'
  | 'length'
  | 'content-filter'
  | 'interrupted'
  | 'error'
  | 'other'

/**
 * Why a turn ended: the model had no more calls to make, a tool concluded it, somebody interrupted it, a limit was
 * reached, a listener denied the next step, or the model or the log failed.
 */
export type TurnEndReason = 'done' | 'concluded' | 'interrupted' | 'limit' | 'denied' | 'failed'

/** How the calls of a turn or session ended. */
export interface CallCounts {
  readonly done: number
  readonly failed: number
  readonly denied: number
  readonly cancelled: number
}

/** What a turn, or a session so far, has used. */
export interface Totals {
  readonly steps: number
  readonly calls: CallCounts
  readonly usage: Usage
  /** In the currency of the prices; absent where a price was not known. */
  readonly cost?: number
  /** Milliseconds of turns, from their start to their end. */
  readonly ms: number
  /** How many of these milliseconds at least one tool ran. */
  readonly toolMs: number
}

/** A model, as its provider names it. */
export interface ModelName {
  readonly provider: string
  readonly id: string
}

/** What a request says beside its messages and tools. Absent members are left to the provider. */
export interface ModelSettings {
  readonly maxOutputTokens?: number
  readonly temperature?: number
  /** Options for one provider, by its name, as the AI SDK takes them. */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, JsonValue>>>>
}

/** The events of the agent loop. An agent's own events say whose they are in the `agent` of their envelope. */
export interface AgentEventMap {
  /** The log was opened again, perhaps after a crash. */
  'session/resumed': {
    /** Calls that were under way and are closed with an unknown outcome. */
    closedCalls: number
    /** Bytes at the end that were no whole events, and the name of the file beside the log that keeps them. */
    torn?: { bytes: number; file: string }
  }
  /** A turn begins; turns count from 1 within their agent. */
  'turn/start': { turn: number; principal: string }
  /** It ended. `session` adds up all turns so far, those of sub-agents included. */
  'turn/end': {
    turn: number
    reason: TurnEndReason
    /** What was reached, denied or failed, in words. */
    message?: string
    /** Stable code of a failure, or the name of the limit. */
    code?: string
    totals: Totals
    session: Totals
  }
  /** What the model is told before the conversation; logged whenever it is another one than before. */
  'prompt/assembled': { turn: number; step: number; system: string; tools: readonly ToolSchema[] }
  /** A request goes to a model; steps count from 1 within their turn. */
  'step/start': { turn: number; step: number; model: ModelName; settings: ModelSettings }
  /** Its answer is complete. */
  'step/end': { turn: number; step: number; finish: FinishReason; usage?: Usage; cost?: number }
  /** A message with the user's role: a person's, a plugin's, or one that steers a running turn. */
  'user/message': { turn: number; step: number; message: UserMessage; steering?: true }
  /** Part of an answer as it arrived, for live view and replay. The message that follows has the whole. */
  'assistant/chunk': { turn: number; step: number; kind: 'text' | 'reasoning'; text: string }
  /** The model's answer, exactly as it goes into later requests. */
  'assistant/message': { turn: number; step: number; message: AssistantMessage; finish: FinishReason }
  /** A request failed and is made again; the chunks of this step so far count for nothing. */
  'model/retry': {
    turn: number
    step: number
    attempt: number
    code: string
    message: string
    delayMs: number
  }
  /** Something about the model that a person should know, such as what a schema lost for this provider. */
  'model/notice': { turn: number; step: number; message: string }
  /** Results that later requests carry as this short text instead. */
  'context/pruned': {
    turn: number
    step: number
    results: readonly { callId: CallId; bytes: number; text: string }[]
    by: string
  }
  /** What came before an event is carried by later requests as this summary instead. */
  'context/summarised': {
    turn: number
    step: number
    /** Sequence number of the first event that is still carried itself. */
    keptFrom: number
    summary: string
    by: string
    /** What making the summary took. */
    usage?: Usage
    cost?: number
  }
  /** A call delegates to another agent, whose events carry this id from here on. */
  'agent/started': { agentId: string; parentCallId: CallId; principal: string; description: string }
  /** That agent has ended. */
  'agent/ended': { agentId: string; parentCallId: CallId; reason: TurnEndReason }
  /** Output that was too long for a result was kept in a file. */
  'spill/kept': { callId: CallId; path: string; bytes: number }
}
