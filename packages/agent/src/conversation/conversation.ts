import type {
  AssistantMessage,
  CallId,
  ContentBlock,
  Message,
  ToolSchema,
  UserMessage,
} from '@millrace/protocol'

/** One entry of a conversation, and the event that it came from. */
export type Entry =
  | { readonly kind: 'user'; readonly seq: number; readonly turn: number; readonly message: UserMessage }
  | {
      readonly kind: 'assistant'
      readonly seq: number
      readonly turn: number
      readonly message: AssistantMessage
    }
  | {
      readonly kind: 'result'
      readonly seq: number
      readonly turn: number
      readonly callId: CallId
      readonly tool: string
      readonly content: readonly ContentBlock[]
      readonly isError: boolean
      /** What requests carry in place of the content. */
      readonly pruned?: string
    }

/** The part of a session that requests are made of, folded from its events: of one agent, not of its sub-agents. */
export interface Conversation {
  readonly system: string
  readonly tools: readonly ToolSchema[]
  /** Names of tools that searches have brought up, the last ones last. */
  readonly loaded?: ReadonlySet<string>
  /** The summary of what came before, where there is one. */
  readonly summary?: string
  /** In the order of requests: results follow their assistant message in the order of its calls. */
  readonly entries: readonly Entry[]
}

/** The messages of a request. */
export type Messages = readonly Message[]
