import type { Context } from '@deepseek-ai/cordis'
import {
  executionAsked,
  type ToolApprovalAnswer,
  type ToolApprovalRequest,
  type ToolExecution,
} from '@millrace/tools'
import { ApprovalBoard } from './approval-board.ts'
import { ApprovedCalls } from './approved-calls.ts'
import type { AnswerReceipt, ApprovalConfig, ApprovalQuestion, Approvals, HostAnswer } from './contract.ts'
import { callHash } from './question-hash.ts'
import { callQuestion, hostQuestion, stepQuestion, type WantedHost } from './questions.ts'
import { tellers, type Warn } from '../log/tell.ts'

/** The approval service: `ctx.approval`. */
export class ApprovalService implements Approvals {
  /** The calls that were answered with yes and have not been made. */
  readonly calls: ApprovedCalls
  private readonly config: ApprovalConfig
  private readonly warn: Warn
  private readonly board: ApprovalBoard
  private readonly hashOf: (execution: Readonly<ToolExecution>) => string

  constructor(ctx: Context, config: ApprovalConfig, warn: Warn) {
    this.config = config
    this.warn = warn
    this.board = new ApprovalBoard(config, tellers(ctx, warn), warn)
    this.hashOf = (execution) => callHash(execution, ctx.tools.get(execution.name, execution.agent))
    this.calls = new ApprovedCalls(this.hashOf)
  }

  async request(request: ToolApprovalRequest): Promise<ToolApprovalAnswer> {
    const execution = executionAsked(request)
    if (this.board.isClosed) return 'unavailable'
    if (execution === undefined) return this.requestStep(request)
    const { signal, reason } = request
    const hash = this.hashOf(execution)
    const question = callQuestion(execution, hash, reason, this.config, this.warn)
    const { callId, toolName } = question
    const verdict = await this.board.put(question, { callId, toolName }, signal, execution.agent)
    const { outcome: kind, message, by } = verdict
    if (kind === 'allowed-once') this.calls.add(execution, { hash, by })
    return { kind, ...(message !== undefined && { message }) }
  }

  /** Whoever asks without a call, and not about a step, could show nobody what runs. */
  private async requestStep(request: ToolApprovalRequest): Promise<ToolApprovalAnswer> {
    const { toolName, callId, reason, signal, agent } = request
    if (toolName !== 'agent/step') return 'unavailable'
    const question = stepQuestion(callId, reason)
    const { outcome: kind, message } = await this.board.put(question, { callId, toolName }, signal, agent)
    return { kind, ...(message !== undefined && { message }) }
  }

  approved(execution: Readonly<ToolExecution>): boolean {
    return this.calls.has(execution)
  }

  approvedBy(execution: Readonly<ToolExecution>): string | undefined {
    return this.calls.has(execution) ? this.calls.by(execution) : undefined
  }

  addFrontEnd(frontEnd: Parameters<Approvals['addFrontEnd']>[0]): () => void {
    return this.board.addFrontEnd(frontEnd)
  }

  isAttended(): boolean {
    return this.board.isAttended()
  }

  async requestHost({ host, port, signal }: WantedHost & { signal: AbortSignal }): Promise<HostAnswer> {
    if (this.board.isClosed) return { allowed: false }
    const question = hostQuestion({ host, port }, this.config, this.warn)
    // No call is asked about, so the question stands for itself.
    const subject = { callId: question.requestId, toolName: 'network' }
    const { outcome, message } = await this.board.put(question, subject, signal, undefined)
    return { allowed: outcome === 'allowed-once', ...(message !== undefined && { message }) }
  }

  pending(): readonly ApprovalQuestion[] {
    return this.board.pending()
  }

  answer(answer: Parameters<Approvals['answer']>[0]): AnswerReceipt {
    return this.board.answer(answer)
  }

  /** Cancels whatever is asked; later questions are unavailable. */
  close(): void {
    this.board.close()
  }
}
