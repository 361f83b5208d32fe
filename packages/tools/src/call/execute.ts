import type { ToolExecutionInput } from '../contract/execution.ts'
import type { ToolExecutionResult } from '../contract/result.ts'
import type { Runtime } from './call.ts'
import { StagedCall } from './staged.ts'

/** One call, from its input to its announced result. Never rejects. */
export async function execute(runtime: Runtime, input: ToolExecutionInput): Promise<ToolExecutionResult> {
  const call = new StagedCall(runtime, input)
  const admission = await call.admit()
  const outcome = await call.dispatch(admission)
  return call.conclude(outcome)
}
