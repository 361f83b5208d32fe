import type { ApprovalOutcome, CallId } from '@millrace/protocol'
import type { Agent } from './execution.ts'

/** One question: may this call run? */
export interface ToolApprovalRequest {
  readonly agent: Agent
  readonly toolName: string
  readonly callId: CallId
  readonly reason?: string
  /** The caller's own signal: when it aborts, nobody needs to answer any more. */
  readonly signal: AbortSignal
}

/** The answer, bare or with the person's words. */
export type ToolApprovalAnswer = ApprovalOutcome | { kind: ApprovalOutcome; message?: string }

/** Whoever can answer questions; a host provides it as the `approval` service. */
export interface ToolApprovalService {
  /** Asks, and waits for the answer. */
  request(request: ToolApprovalRequest): Promise<ToolApprovalAnswer>
}
