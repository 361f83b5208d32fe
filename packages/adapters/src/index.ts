export { AdapterError, type AdapterErrorCode } from './adapter-error.ts'
export { callAnthropic } from './anthropic/call-anthropic.ts'
export type {
  AnthropicAnswer,
  AnthropicBlock,
  AnthropicMessage,
  AnthropicPart,
  AnthropicTool,
  AnthropicToolResult,
} from './anthropic/contract.ts'
export { toAnthropic } from './anthropic/to-anthropic.ts'
export type {
  AISDKCallOptions,
  AISDKModelOutput,
  AISDKOutput,
  AISDKSchema,
  AISDKTool,
  AISDKToolSet,
  ToAISDKOptions,
} from './ai-sdk/contract.ts'
export type { AISDKForeignTool, FromAISDKOptions } from './ai-sdk/foreign-tool.ts'
export { fromAISDK } from './ai-sdk/from-ai-sdk.ts'
export { toAISDK } from './ai-sdk/to-ai-sdk.ts'
export { turnConcluded } from './ai-sdk/turn-concluded.ts'
export type { AnswerOptions, ViewOptions } from './contract.ts'
export { callOpenAI } from './openai/call-openai.ts'
export { callOpenAIResponses } from './openai/call-openai-responses.ts'
export type {
  OpenAIAnswer,
  OpenAIInputItem,
  OpenAIInputPart,
  OpenAIMessage,
  OpenAIOutputItem,
  OpenAIPart,
  OpenAIResponsesAnswer,
  OpenAIResponsesTool,
  OpenAITool,
  OpenAIToolCall,
} from './openai/contract.ts'
export { toOpenAI, toOpenAIResponses } from './openai/to-openai.ts'
