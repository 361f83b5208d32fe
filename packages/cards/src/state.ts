import type {
  ApprovalOutcome,
  CallId,
  Grant,
  ModelName,
  ToolCallView,
  ToolResultView,
  ToolTrace,
  TurnEndReason,
} from '@millrace/protocol'
import type { SessionItem } from './session/item.ts'

/**
 * Where a call stands. `queued` was asked for and has not started, `waiting` waits for a person's answer;
 * the last four are final and mean what they mean in a trace.
 */
export type CardStatus = 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'denied' | 'cancelled'

/** The question that was asked about a call, and its answer once there is one. */
export interface CardApproval {
  /** When it was asked, in milliseconds since the epoch. */
  readonly askedAt: number
  readonly reason?: string
  readonly outcome?: ApprovalOutcome
  readonly by?: string
  readonly message?: string
  /** The standing permission that the answer gave, where it was a wider one. */
  readonly grant?: Pick<Grant, 'id' | 'lasts'>
}

/** The latest news of a call that runs. */
export interface CardProgress {
  readonly text?: string
  readonly done?: number
  readonly total?: number
}

/** That a program which a crash cut off went on, and with what. */
export interface CardResumption {
  /** From a snapshot of its machine, or from its first line against what is recorded of its calls. */
  readonly from: 'image' | 'journal'
  /** Calls whose recorded outcomes are used again. */
  readonly recorded: number
  /** Calls that were under way, and whose outcome is not known. */
  readonly unknown: number
}

/** An agent that a call delegates to, and what was said there. */
export interface CardAgent {
  readonly id: string
  readonly principal: string
  /** What it is for, in a few words. */
  readonly description: string
  readonly startedAt: number
  /** How it ended; absent while it works, and where its call ended before. */
  readonly reason?: TurnEndReason
  /** The model that was asked last. */
  readonly model?: ModelName
  /** In order; its calls are children of the card. */
  readonly items: readonly SessionItem[]
}

/** One call as it is shown. Plain data: it survives JSON, and the same events always give the same card. */
export interface Card {
  readonly callId: CallId
  readonly tool: string
  readonly status: CardStatus
  /** The arguments as text, as they stand in the log. */
  readonly arguments: string
  /** How the pending call is shown. */
  readonly call: ToolCallView
  /** How the finished call is shown; present exactly when the call ended. */
  readonly result?: ToolResultView
  /** When it was asked for, in milliseconds since the epoch. */
  readonly startedAt: number
  /** When it ended; present exactly when the call ended. */
  readonly endedAt?: number
  /** For how many milliseconds of that time its own questions waited for their answers. */
  readonly waitedMs?: number
  /** What the model read of a call that did not succeed. */
  readonly failure?: string
  readonly error?: { readonly name: string; readonly code: string }
  readonly progress?: CardProgress
  readonly approval?: CardApproval
  readonly trace?: ToolTrace
  /** What a program said on its console; every entry ends with a line break. */
  readonly console?: string
  /** The last time that it went on after a crash. */
  readonly resumed?: CardResumption
  /** The calls that a program or a sub-agent made, in the order of their start. */
  readonly children: readonly Card[]
  /** The sub-agents that work for it, in the order of their start; absent where there are none. */
  readonly agents?: readonly CardAgent[]
}

/** All cards of a session. */
export interface CardState {
  /** The calls that no program and no sub-agent made, in the order in which they were asked for. */
  readonly cards: readonly Card[]
}

/** The state before the first event. */
export const initialCards: CardState = { cards: [] }
