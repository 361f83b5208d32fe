import type { ToolErrorInfo, UserMessage } from '@millrace/protocol'
import type { ToolExecutionFailure } from '../contract/result.ts'
import { failure } from './result.ts'

const beforeDispatch: ToolErrorInfo = Object.freeze({ name: 'AbortError', code: 'ABORTED_BEFORE_DISPATCH' })
const started: ToolErrorInfo = Object.freeze({ name: 'AbortError', code: 'ABORTED' })

/** The result of a cancelled call; the code tells whether its body had started. */
export function aborted(bodyStarted: boolean, contexts?: UserMessage[]): ToolExecutionFailure {
  return bodyStarted
    ? failure({ message: 'tool call aborted', info: started, contexts })
    : failure({ message: 'tool call aborted before dispatch', info: beforeDispatch, contexts })
}

/** Whether a signal has aborted; one that cannot tell counts as aborted. */
export function isAborted(signal: Pick<AbortSignal, 'aborted'>): boolean {
  try {
    return signal.aborted
  } catch {
    return true
  }
}
