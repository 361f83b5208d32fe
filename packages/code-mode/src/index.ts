export type { CodeFailureKind } from './contract/failure.ts'
export { defaultLimits, hardLimits, type CodeLimits } from './contract/limits.ts'
export type {
  JournalEntry,
  JournalImage,
  JournalReply,
  RunJournal,
  RunKey,
  RunStore,
  StoredRun,
} from './contract/run-store.ts'
export type {
  CodeRuntime,
  ConsoleRecord,
  GuestCall,
  GuestReply,
  MachineImage,
  MachineLimits,
  MachineOutcome,
  MachineRequest,
  MachineRun,
  MachineUsage,
  ProgramPosition,
} from './contract/runtime.ts'
export { memoryRuns, type MemoryRuns, type MemoryRunsOptions } from './durable/memory-runs.ts'
export { RunStoreError, type RunStoreErrorCode } from './durable/run-store-error.ts'
export { codeOnlyRule, runCodeWording, type RunCodeWording } from './sdk/run-code-wording.ts'
export { privateRuns, type PrivateRunsOptions } from './durable/private-runs.ts'
export { programPresenter, type ProgramPresenter } from './run-code/present.ts'
export { CodeMode, CodeMode as default, type CodeModeConfig } from './code-mode.ts'
export { CodeModeError, CodeRunFailedError, type CodeModeErrorCode, type UncaughtCall } from './errors.ts'
export type { LedgerState } from './failure/failure-report.ts'
export { provideCodeRuntime } from './runtime-service.ts'
export { declarationOf, type DeclarationOptions } from './sdk/declaration-of.ts'
export type { SdkLanguage } from './sdk/language.ts'
export { sdkDeclarations, sdkText } from './sdk/sdk-text.ts'
export { catalogueOf } from './discovery/catalogue.ts'
export type { SdkOptions } from './discovery/prompt-sections.ts'
export type { ToolCatalogue, ToolHit, ToolHits } from './discovery/tool-catalogue.ts'
export { toolSearch, type ToolSearchConfig } from './discovery/tool-search.ts'
