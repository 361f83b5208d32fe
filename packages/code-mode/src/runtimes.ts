export type { CodeRuntime } from './contract/runtime.ts'
export { inlineRuntime } from './runtime/inline/inline-runtime.ts'
export { processRuntimeFiles } from './runtime/process/child-command.ts'
export { processRuntime, type ProcessRuntimeOptions } from './runtime/process/process-runtime.ts'
