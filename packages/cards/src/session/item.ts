import type { CallId, FinishReason, ImageBlock, ModelName, Totals, TurnEndReason } from '@millrace/protocol'

/** A message with the user's role: a person's, or one that a plugin added. */
export interface UserItem {
  readonly kind: 'user'
  /** When it was logged, in milliseconds since the epoch. */
  readonly at: number
  readonly turn: number
  readonly text: string
  readonly images?: readonly ImageBlock[]
  /** It was added to a turn that ran. */
  readonly steering?: true
  /** The plugin that added it; absent for a person. */
  readonly plugin?: string
}

/** What a model said. While it is `streaming` it grows; `cut` was never completed, and no later request carries it. */
export interface AssistantItem {
  readonly kind: 'assistant'
  readonly at: number
  readonly text: string
  /** What it thought before; empty where it did not, or keeps that to itself. */
  readonly reasoning: string
  readonly images?: readonly ImageBlock[]
  readonly state: 'streaming' | 'done' | 'interrupted' | 'cut'
  /** Why it stopped; present once its message is complete. */
  readonly finish?: FinishReason
}

/** A call, by its place: among the cards of the session, or the children of the card that the agent works for. */
export interface CallItem {
  readonly kind: 'call'
  readonly callId: CallId
  readonly index: number
}

/** Something that a person should know about how a session went. */
export type SessionNote =
  | {
      readonly type: 'retry'
      readonly attempt: number
      readonly code: string
      readonly message: string
      readonly delayMs: number
    }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'pruned'; readonly results: number; readonly bytes: number; readonly by: string }
  | {
      readonly type: 'summarised'
      readonly keptFrom: number
      readonly summary: string
      readonly by: string
    }
  | {
      readonly type: 'resumed'
      /** Calls whose outcome is unknown. */
      readonly closedCalls: number
      readonly torn?: { readonly bytes: number; readonly file: string }
    }
  /** An event whose data is not what its type promises. */
  | { readonly type: 'unreadable'; readonly event: string; readonly seq: number }

/** A note in its place. */
export interface NoteItem {
  readonly kind: 'note'
  readonly at: number
  readonly note: SessionNote
}

/** Why a turn stopped, and what it used. */
export interface TurnEndItem {
  readonly kind: 'end'
  readonly at: number
  readonly turn: number
  readonly reason: TurnEndReason
  readonly message?: string
  /** Stable code of a failure, or the name of the limit. */
  readonly code?: string
  /** What the turn used. */
  readonly totals: Totals
  /** The model that was asked last. */
  readonly model?: ModelName
}

/** One entry of a session as it is shown. */
export type SessionItem = UserItem | AssistantItem | CallItem | NoteItem | TurnEndItem
