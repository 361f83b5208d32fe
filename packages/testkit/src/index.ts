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
export { recordModel, type RecordOptions, type Redact } from './record/record-model.ts'
export { replayModel, type ReplayModel, type ReplayOptions } from './record/replay-model.ts'
export { RecordingError } from './record/recording.ts'
export { cassette, type Cassette, type CassetteOptions } from './cassette/cassette.ts'
export {
  CassetteError,
  parseCassette,
  printCassette,
  type CassetteEntry,
  type CassetteOutcome,
} from './cassette/entry.ts'
export { FaultError } from './faults/fault-error.ts'
export type { Fault } from './faults/fault.ts'
export {
  faultPlan,
  faultyTool,
  type FaultPlan,
  type FaultPlanOptions,
  type FaultRule,
  type FaultyToolOptions,
  type InjectedFault,
} from './faults/fault-plan.ts'
export type { ThrownKind } from './faults/thrown-value.ts'
export { testTool, type TestTool, type TestToolRun, type TestToolSpec } from './tool/test-tool.ts'
export { setup, type Setup, type SetupOptions } from './setup/setup.ts'
export { checkHistory, type HistoryOptions } from './history/check-history.ts'
export { simulate, type Simulation } from './simulation/simulate.ts'
export { setupAgents, type AgentSetup, type AgentSetupOptions } from './setup/setup-agents.ts'
