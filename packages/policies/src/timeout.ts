export type { TimeoutConfig } from './timeout/contract.ts'
export { timeout } from './timeout/plugin.ts'
