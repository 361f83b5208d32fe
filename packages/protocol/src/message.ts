import type { JsonValue } from '@millrace/schema'
import { text, type ContentBlock } from './content.ts'

/** Who put a user message into the conversation. */
export type MessageSource = { kind: 'user' } | { kind: 'plugin'; plugin: string }

/** A message with the user's role: the person's words, or an instruction that a plugin adds. */
export interface UserMessage {
  role: 'user'
  content: string | ContentBlock[]
  /** Absent means the person. */
  source?: MessageSource
  /** Facts for hosts; never sent to a model. */
  meta?: JsonValue
}

/** The content of messages as blocks, in order. */
export function messageBlocks(messages: readonly UserMessage[] = []): ContentBlock[] {
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [text(content)] : content))
}

/** One tool call that a model asked for, as it wrote it. */
export interface ToolCallRequest {
  id: CallId
  name: string
  /** The arguments as raw text: they are parsed once, where the call is made. */
  arguments: string
  /** What the provider wants back with this call, unread. */
  metadata?: JsonValue
}

/** What a model thought before it answered. */
export interface Reasoning {
  text: string
  /** What the provider wants back with it, such as a signature, unread. */
  metadata?: JsonValue
}

/** A message of the model: words, tool calls, or both. */
export interface AssistantMessage {
  role: 'assistant'
  /** Comes before the content, and is sent back to the provider that wrote it. */
  reasoning?: Reasoning[]
  content: ContentBlock[]
  toolCalls?: ToolCallRequest[]
}

/** The answer to one tool call. */
export interface ToolMessage {
  role: 'tool'
  callId: CallId
  content: ContentBlock[]
  isError: boolean
}

/** Any message of a conversation. */
export type Message = UserMessage | AssistantMessage | ToolMessage

/** Identifies one tool call within a session; chosen by whoever asks for the call, unique and not empty. */
export type CallId = string
