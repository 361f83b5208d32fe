import type { ToolExecutionResult } from '../contract/result.ts'
import { failureOf } from '../outcome/result.ts'
import type { Call } from './call.ts'
import { withContent } from './review.ts'

/** Gives the tool its last word on the content, exactly once. The candidate is lossless and frozen already. */
export function finish(call: Call, candidate: ToolExecutionResult): ToolExecutionResult {
  if (call.finalize === undefined) return candidate
  try {
    const content: unknown = call.finalize(call.exec, candidate)
    return content === undefined ? candidate : withContent(candidate, content, candidate.additionalContexts)
  } catch (error) {
    return failureOf(error)
  }
}
