import type { LanguageModelV3 } from '@ai-sdk/provider'
import type {
  AssistantMessage,
  FinishReason,
  Message,
  ModelName,
  ModelSettings,
  ToolSchema,
  Usage,
} from '@millrace/protocol'

/**
 * A language model as the AI SDK's providers make it (specification `v3`; `v4` is taken, too), so that any of them works.
 */
export type LanguageModel = Omit<LanguageModelV3, 'specificationVersion'> & {
  readonly specificationVersion: 'v3' | 'v4'
}

/** All that a model is told, and nothing else. Everything in it stands in the log before it is sent. */
export interface ModelRequest {
  readonly system: string
  readonly tools: readonly ToolSchema[]
  readonly messages: readonly Message[]
  readonly settings: ModelSettings
}

/** A complete answer. */
export interface ModelAnswer {
  readonly message: AssistantMessage
  readonly finish: FinishReason
  readonly usage?: Usage
}

/** News of an answer that is on its way. */
export type ModelNews =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | {
      readonly kind: 'retry'
      readonly attempt: number
      readonly code: string
      readonly message: string
      readonly delayMs: number
    }
  | { readonly kind: 'notice'; readonly message: string }

/** Prices in one currency for a million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  /** For input from the cache; as `input` unless given. */
  readonly cachedInput?: number
}

/** How requests are made. */
export interface ModelCallOptions {
  readonly signal: AbortSignal
  readonly onNews?: (news: ModelNews) => void
}

/**
 * A model that the loop can ask: a provider's model with retries, clear errors and its dialect of schemas.
 */
export interface AgentModel {
  readonly name: ModelName
  readonly price?: ModelPrice
  /** Tokens that one request may have, where that is known. */
  readonly contextWindow?: number
  /**
   * Makes one request, again after failures that may pass.
   * @returns the whole answer. After an abort: what had arrived, with `interrupted`; calls that were not complete are left out.
   * @throws ModelError.
   */
  ask(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer>
}
