import type { ToolExecutionResult } from '../contract/result.ts'
import type { Call } from './call.ts'
import { tell } from './tell.ts'

/** Tells the observers how the call ended. Nothing that they do can change it. */
export function announce(call: Call, result: ToolExecutionResult): ToolExecutionResult {
  if (call.trace !== undefined) tell(call, 'tools/trace', call.trace.finish(result))
  tell(call, 'tools/result', result)
  return result
}
