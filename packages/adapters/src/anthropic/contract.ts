import type { Picture } from '../content/blocks.ts'

/** A tool as the Messages API is told of it. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: 'object'; [keyword: string]: unknown }
}

/** A block of `message.content`; only those of the type `tool_use` are calls. */
export interface AnthropicBlock {
  readonly type: string
}

/** A text or a picture. */
export type AnthropicPart =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: Picture['mimeType']; data: string } }

/** The result of one call. */
export interface AnthropicToolResult {
  type: 'tool_result'
  tool_use_id: string
  content: AnthropicPart[]
  is_error: boolean
}

/** The message that follows the answer of a model: the results, then what the calls add to them. */
export interface AnthropicMessage {
  role: 'user'
  content: (AnthropicToolResult | AnthropicPart)[]
}

/** The results of the calls of one answer. */
export interface AnthropicAnswer {
  /** To be appended as they are: one message, or none where nothing was called. */
  messages: AnthropicMessage[]
  /** A tool asked the loop to stop here. */
  concludesTurn: boolean
}
