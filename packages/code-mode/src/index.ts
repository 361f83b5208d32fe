export type { CodeFailureKind } from './contract/failure.ts'
export { defaultLimits, hardLimits, type CodeLimits } from './contract/limits.ts'
export type * from './contract/run-store.ts'
export type * from './contract/runtime.ts'
