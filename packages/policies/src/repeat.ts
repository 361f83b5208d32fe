export type { RepeatConfig } from './repeat/contract.ts'
export { repeat } from './repeat/plugin.ts'
