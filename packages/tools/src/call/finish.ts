import type { ToolExecutionResult } from '../contract/result.ts'
import { losslessContent } from '../outcome/lossless.ts'
import { failureOf, withContent } from '../outcome/result.ts'
import { discard } from '../outcome/discard.ts'
import type { Call } from './call.ts'

/** Gives the tool its last word on the content, exactly once. The candidate is lossless and frozen already. */
export function finish(call: Call, candidate: ToolExecutionResult): ToolExecutionResult {
  if (call.finalize === undefined) return candidate
  let content: unknown
  try {
    content = call.finalize(call.exec, candidate)
    if (content === undefined) return candidate
    return withContent(candidate, losslessContent(content), candidate.additionalContexts)
  } catch (error) {
    discard(content)
    return failureOf(error)
  }
}
