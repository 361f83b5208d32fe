export {
  ScriptError,
  type Script,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptStep,
} from './model/script.ts'
export { scriptedModel, type ScriptedModel, type ScriptedModelOptions } from './model/scripted-model.ts'
export {
  scriptedLanguageModel,
  type ScriptedLanguageModel,
  type ScriptedLanguageModelOptions,
} from './model/scripted-language-model.ts'
