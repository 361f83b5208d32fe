export type { CodeRuntime } from './contract/runtime.ts'
