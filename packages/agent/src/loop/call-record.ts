import type { CallId, ToolTrace } from '@millrace/protocol'
import type { LiveAgent } from './live-agent.ts'
import type { ProgressLog } from './progress-log.ts'

/** A call that is under way, for whoever logs what is told of it. */
export interface CallRecord {
  readonly agent: LiveAgent
  readonly callId: CallId
  readonly progress: ProgressLog | undefined
  trace: ToolTrace | undefined
  /** Questions about it that nobody has answered. */
  questions: number
}
