import { text, type ToolErrorInfo } from '@millrace/protocol'
import type { ToolExecutionFailure } from '@millrace/tools'

/** The result of a call that never came to a tool. */
export function syntheticFailure(message: string, info: ToolErrorInfo): ToolExecutionFailure {
  return { isError: true, error: { message, info }, content: [text(`Error: ${message}`)] }
}

/** The result of a call that was not started any more. */
export function notStarted(): ToolExecutionFailure {
  const info = { name: 'AbortError', code: 'ABORTED_BEFORE_DISPATCH' }
  return syntheticFailure('tool call aborted before dispatch', info)
}
