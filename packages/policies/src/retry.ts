export type { RetryConfig } from './retry/contract.ts'
export { retry } from './retry/plugin.ts'
