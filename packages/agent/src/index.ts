import './events.ts'

export type {
  AgentHost,
  AgentLimits,
  AgentOptions,
  ForkOptions,
  InterruptedTurn,
  LimitName,
  ResumeOptions,
  SessionAgent,
  SubAgentOptions,
  TurnResult,
} from './contract/agent.ts'
export type {
  AgentModel,
  LanguageModel,
  ModelAnswer,
  ModelCallOptions,
  ModelNews,
  ModelPrice,
  ModelRequest,
} from './contract/model.ts'
export { ModelError, type ModelErrorCode } from './contract/model-error.ts'
export type { AssembledPrompt, PromptDraft, PromptSection } from './contract/prompt.ts'
export type { AgentStep, ComingStep, PostStepDecision, StepOutcome } from './contract/step.ts'
export type { Conversation, Entry } from './conversation/conversation.ts'
export { emptyConversation, foldConversation } from './conversation/fold.ts'
export { requestOf } from './conversation/request.ts'
export { AgentError, type AgentErrorCode } from './loop/agent-error.ts'
export { AgentService } from './agents.ts'
export { PromptService } from './prompts.ts'
export { instructions, type InstructionsOptions } from './prompt/instructions.ts'
export { PromptError, type PromptErrorCode } from './prompt/prompt-error.ts'
export { standardSections, type StandardSectionsOptions } from './prompt/standard-sections.ts'
export type { ContextWindowOptions, SummaryOptions } from './context/contract.ts'
export { contextWindow } from './context/context-window.ts'
export { TaskError } from './task/task-error.ts'
export { taskTool, type TaskToolOptions } from './task/task-tool.ts'
