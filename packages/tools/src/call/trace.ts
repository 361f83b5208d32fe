import type { Hook } from '@deepseek-ai/cordis'
import type { ToolStatus, ToolTrace, ToolTraceStage } from '@millrace/protocol'
import { sourceOf, type AroundObserver } from '@millrace/scope'
import type { ToolExecutionResult } from '../contract/result.ts'

type StageName = ToolTraceStage['stage']

/** The explanation of a call while it grows. It exists only where somebody listens. */
export class CallTrace {
  private readonly stages: ToolTraceStage[] = []
  private since = performance.now()
  private by: string | undefined
  private rule: string | undefined
  private status: ToolStatus = 'failed'

  /** Starts the clock of the next stage. */
  start(): void {
    this.since = performance.now()
  }

  /** Notes that a stage ended, who decided what in it, and by which rule where a policy named one. */
  decided(stage: StageName, source: string, decision: string, rule?: string): void {
    const now = performance.now()
    this.stages.push(Object.freeze({ stage, source, decision, ms: now - this.since }))
    this.since = now
    if (rule !== undefined) this.rule = rule
  }

  /** The same for a decision that denies the call. */
  denied(stage: StageName, source: string, rule?: string): void {
    this.decided(stage, source, 'deny', rule)
    this.status = 'denied'
    this.by = source
  }

  /** Marks that the body ended because its signal told it to. */
  cancelled(): void {
    this.status = 'cancelled'
  }

  /** Marks that a wrapper answered with a result of its own, whatever became of the body. */
  answered(): void {
    this.status = 'failed'
  }

  /** Marks who settled the call, where it was not the tool. */
  settledBy(source: string): void {
    this.by = source
  }

  /** The whole. */
  finish(result: ToolExecutionResult): ToolTrace {
    const trace: { -readonly [K in keyof ToolTrace]: ToolTrace[K] } = {
      status: this.statusOf(result),
      stages: Object.freeze(this.stages),
    }
    if (this.by !== undefined) trace.by = this.by
    if (this.rule !== undefined) trace.rule = this.rule
    return Object.freeze(trace)
  }

  private statusOf(result: ToolExecutionResult): ToolStatus {
    if (!result.isError) return 'done'
    return result.error.info?.name === 'AbortError' ? 'cancelled' : this.status
  }
}

/**
 * Finds out whose doing the end of a waterfall is: the innermost listener that returned that very answer, or
 * threw that very error.
 */
export class Decider implements AroundObserver {
  private source = 'millrace'
  private outcome: unknown

  returned(hook: Hook, answer: unknown): void {
    this.note(hook, answer)
  }

  threw(hook: Hook, error: unknown): void {
    this.note(hook, error)
  }

  /** Who is behind an answer or an error; the pipeline itself where no listener is. */
  sourceOf(outcome: unknown): string {
    return this.outcome === outcome ? this.source : 'millrace'
  }

  private note(hook: Hook, outcome: unknown): void {
    if (outcome === this.outcome) return
    this.outcome = outcome
    this.source = sourceOf(hook)
  }
}
