export type { AgentModel, LanguageModel } from './contract/model.ts'
export { ModelError, type ModelErrorCode } from './contract/model-error.ts'
