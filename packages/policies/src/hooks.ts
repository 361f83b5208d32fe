export type { HookCommand, HookFailure, HookGroup, HooksConfig, HookSettings } from './hooks/contract.ts'
export { HookError } from './hooks/hook-error.ts'
export { hooks } from './hooks/plugin.ts'
export { checkHooks, toolEvents, type ToolEvent } from './hooks/read-settings.ts'
