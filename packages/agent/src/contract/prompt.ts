import type { ToolSchema } from '@millrace/protocol'
import type { SessionAgent } from './agent.ts'

/** One part of what a model is told before the conversation. */
export interface PromptSection {
  /** Unique within its layer; one of a scope takes the place of an inherited one. */
  readonly name: string
  /** Sections come in this order, those of one order by name. */
  readonly order: number
  /** The text, or what gives it whenever a prompt is assembled. An empty text leaves the section out. */
  readonly text: string | ((agent: SessionAgent) => string | Promise<string>)
}

/** What stands before the conversation. The same state gives the same bytes, so that caches of providers hit. */
export interface AssembledPrompt {
  readonly system: string
  readonly tools: readonly ToolSchema[]
}

/** A prompt in the making, for `system-prompt/assemble` listeners, whose output is authoritative. */
export interface PromptDraft {
  readonly agent: SessionAgent
  /** In order, with their texts; none is empty. */
  readonly sections: readonly { readonly name: string; readonly order: number; readonly text: string }[]
  /** In the order of the request. */
  readonly tools: readonly ToolSchema[]
}
