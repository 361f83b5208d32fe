import type { SessionEvent } from '@millrace/protocol'
import type { Scoped } from '@millrace/scope'
import type { PreToolDecision } from '@millrace/tools'
import type { AgentService } from './agents.ts'
import type { SessionAgent, TurnResult } from './contract/agent.ts'
import type { ModelAnswer } from './contract/model.ts'
import type { AssembledPrompt, PromptDraft } from './contract/prompt.ts'
import type { AgentStep, ComingStep, PostStepDecision, StepOutcome } from './contract/step.ts'
import type { PromptService } from './prompts.ts'

declare module '@millrace/tools' {
  interface Agent {
    /** Of an agent with a session. */
    readonly id?: string
    /** For whom it acts. */
    readonly principal?: string
  }
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** Agents: created, resumed, forked, disposed. */
    agents: AgentService
    /** What models are told before the conversation. */
    prompts: PromptService
  }
  interface Events {
    /**
     * Allow, deny or ask before a step; the past can still be made shorter. A denial ends the turn.
     * @mode waterfall
     */
    'agent/pre-step'(
      this: Scoped<AgentService>,
      step: ComingStep,
      next: () => Promise<PreToolDecision>,
    ): Promise<PreToolDecision>
    /**
     * Wrap the request to the model: other models, caches, metrics. `next()` makes the request.
     * @mode waterfall
     */
    'agent/step'(
      this: Scoped<AgentService>,
      step: AgentStep,
      next: () => Promise<ModelAnswer>,
    ): Promise<ModelAnswer>
    /**
     * Accept, enrich or block after a step and its calls; a block keeps the turn from ending.
     * @mode waterfall
     */
    'agent/post-step'(
      this: Scoped<AgentService>,
      step: AgentStep,
      outcome: StepOutcome,
      next: () => Promise<PostStepDecision>,
    ): Promise<PostStepDecision>
    /**
     * Whatever is appended to the log of a session, for front ends. Failures of observers are contained.
     * @mode emit
     */
    'agent/event'(this: Scoped<AgentService>, agent: SessionAgent, event: SessionEvent): undefined
    /**
     * A turn has ended.
     * @mode emit
     */
    'agent/turn-end'(this: Scoped<AgentService>, agent: SessionAgent, result: TurnResult): undefined
    /**
     * Rewrite a prompt before it is used; what comes back is used as it is.
     * @mode waterfall
     */
    'system-prompt/assemble'(
      this: Scoped<PromptService>,
      draft: PromptDraft,
      next: () => Promise<AssembledPrompt>,
    ): Promise<AssembledPrompt>
  }
}
