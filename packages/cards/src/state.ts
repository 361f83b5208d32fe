import type {
  ApprovalOutcome,
  CallId,
  Grant,
  ToolCallView,
  ToolResultView,
  ToolTrace,
} from '@millrace/protocol'

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
  /** The calls that a program made, in the order of their start. */
  readonly children: readonly Card[]
}

/** All cards of a session. */
export interface CardState {
  /** The calls nobody's program made, in the order in which they were asked for. */
  readonly cards: readonly Card[]
}

/** The state before the first event. */
export const initialCards: CardState = { cards: [] }
