import type { CallId, ContentBlock, Usage, UserMessage } from '@millrace/protocol'
import type { Conversation } from '../conversation/conversation.ts'
import type { SessionAgent } from './agent.ts'
import type { AgentModel, ModelAnswer } from './model.ts'

/** One request to the model and the calls that come of it, as listeners see it. */
export interface AgentStep {
  readonly agent: SessionAgent
  readonly turn: number
  readonly step: number
  /** What the request will be made of. */
  readonly conversation: Conversation
  /** Interrupts the turn. */
  readonly signal: AbortSignal
}

/** The same before the request is made, when the past can still be made shorter. What is done is logged. */
export interface ComingStep extends AgentStep {
  /** Requests carry these results as the given texts from now on. @param by - who decided it, for the log. */
  prune(results: readonly { callId: CallId; text: string }[], by: string): void
  /**
   * Requests carry a summary in place of everything before an event from now on.
   * @param keptFrom - sequence number of a `user/message` event that begins a turn.
   * @param model - who wrote it, and whose price counts; the agent's own unless given. Where `limits.cost` holds and it has no
   * price, that of the agent's own model counts.
   */
  summarise(summary: {
    keptFrom: number
    text: string
    by: string
    usage?: Usage
    model?: Pick<AgentModel, 'price'>
  }): void
}

/**
 * After a step: go on as the model wants, perhaps with more context, or do not let the turn end here: the feedback
 * goes to the model, which is asked again. Of the same shapes as the decisions about calls.
 */
export type PostStepDecision =
  | { kind: 'accept'; additionalContexts?: UserMessage[] }
  | { kind: 'block'; feedback: ContentBlock[]; additionalContexts?: UserMessage[] }

/** What a step came to: the answer, and whether the turn would end with it. */
export interface StepOutcome {
  readonly answer: ModelAnswer
  readonly isLast: boolean
}
