import { StagedCall } from './call/staged.ts'
import type { ToolExecutionInput } from './contract/execution.ts'
import { runtimeOf, type ToolRuntime } from './service.ts'

/** Opens a call whose stages a scheduler drives itself; `execute` drives the same ones in a row. */
export function stageCall(tools: ToolRuntime, input: ToolExecutionInput): StagedCall {
  return new StagedCall(runtimeOf(tools), input)
}
