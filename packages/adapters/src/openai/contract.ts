/** A function as the Chat Completions API is told of it. */
export interface OpenAITool {
  type: 'function'
  function: { name: string; description: string; parameters: Record<string, unknown> }
}

/** A function as the Responses API is told of it. */
export interface OpenAIResponsesTool {
  type: 'function'
  name: string
  description: string
  parameters: Record<string, unknown>
  /** False, since strict mode takes fewer schemas than tools have: arguments are checked here. */
  strict: boolean
}

/** A tool call of a chat completion, as `message.tool_calls` holds it. */
export interface OpenAIToolCall {
  readonly id: string
  readonly type?: string
  readonly function?: { readonly name: string; readonly arguments: string }
}

/** An item of `response.output`; only those of the type `function_call` are calls. */
export interface OpenAIOutputItem {
  readonly type: string
}

/** A part of a message of the Chat Completions API. */
export type OpenAIPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

/** What follows the answer of a model in a chat completion. */
export type OpenAIMessage =
  | { role: 'tool'; tool_call_id: string; content: string }
  | { role: 'user'; content: OpenAIPart[] }

/** A part of an item of the Responses API. */
export type OpenAIInputPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }

/** What follows the output of a response in the next input. */
export type OpenAIInputItem =
  | { type: 'function_call_output'; call_id: string; output: string | OpenAIInputPart[] }
  | { role: 'user'; content: OpenAIInputPart[] }

/** The results of the calls of one chat completion. */
export interface OpenAIAnswer {
  /** To be appended as they are: one tool message for each call, then what the calls add to it. */
  messages: OpenAIMessage[]
  /** A tool asked the loop to stop here. */
  concludesTurn: boolean
}

/** The results of the calls of one response. */
export interface OpenAIResponsesAnswer {
  /** To be appended as they are: one output for each call, then what the calls add to it. */
  items: OpenAIInputItem[]
  /** A tool asked the loop to stop here. */
  concludesTurn: boolean
}
