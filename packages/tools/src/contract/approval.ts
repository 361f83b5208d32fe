import type { ApprovalOutcome, CallId } from '@millrace/protocol'
import type { Agent, ToolExecution } from './execution.ts'

// Registered, so that another copy of the package finds it; a symbol, so that the request has the fields of its contract.
const asked: unique symbol = Symbol.for('millrace.tools.asked')

/** One question: may this call run? */
export interface ToolApprovalRequest {
  readonly agent: Agent
  readonly toolName: string
  readonly callId: CallId
  readonly reason?: string
  /** The caller's own signal: when it aborts, nobody needs to answer any more. */
  readonly signal: AbortSignal
  readonly [asked]?: Readonly<ToolExecution>
}

/** The answer, bare or with the person's words. */
export type ToolApprovalAnswer = ApprovalOutcome | { kind: ApprovalOutcome; message?: string }

/** Whoever can answer questions; a host provides it as the `approval` service. */
export interface ToolApprovalService {
  /** Asks, and waits for the answer. */
  request(request: ToolApprovalRequest): Promise<ToolApprovalAnswer>
  /**
   * Whether this very call was allowed by an answer. A policy that asked looks here before the call runs, as another
   * listener may have let it pass without a question; without this member it takes the pipeline's word.
   */
  approved?(execution: Readonly<ToolExecution>): boolean
  /** By whose answer this very call was allowed, such as `terminal` or `--approve-all`; `undefined` where it was not. */
  approvedBy?(execution: Readonly<ToolExecution>): string | undefined
}

/** The question about a call. */
export function approvalRequest(
  execution: Readonly<ToolExecution>,
  agent: Agent,
  reason: string | undefined,
): ToolApprovalRequest {
  const { name, callId, signal } = execution
  const request = { agent, toolName: name, callId, ...(reason !== undefined && { reason }), signal }
  return Object.defineProperty(request, asked, { value: execution })
}

/**
 * The call that a question is about, with the frozen arguments that will run.
 * @returns `undefined` for a request that the pipeline did not make.
 */
export function executionAsked(request: ToolApprovalRequest): Readonly<ToolExecution> | undefined {
  return request[asked]
}
