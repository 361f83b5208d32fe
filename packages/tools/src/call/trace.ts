import type { Hook } from '@deepseek-ai/cordis'
import type { ToolStatus, ToolTrace, ToolTraceStage } from '@millrace/protocol'
import { sourceOf, type AroundObserver, type ScopeKey } from '@millrace/scope'
import type { ToolExecutionResult } from '../contract/result.ts'
import type { Runtime } from './call.ts'

type StageName = ToolTraceStage['stage']

/** The explanation of a call while it grows. It exists only where somebody listens. */
export interface CallTrace {
  /** Starts the clock of the next stage. */
  start(): void
  /** Notes that a stage ended, and who decided what in it. */
  decided(stage: StageName, source: string, decision: string): void
  /** The same for a decision that denies the call, with the rule behind it where a policy named one. */
  denied(stage: StageName, source: string, rule?: string): void
  /** Marks that the body ended because its signal told it to. */
  cancelled(): void
  /** Marks who settled the call, where it was not the tool. */
  settledBy(source: string): void
  /** The whole. */
  finish(result: ToolExecutionResult): ToolTrace
}

/** A trace for a call of this scope, if anybody will hear it. */
export function startTrace(runtime: Runtime, scope: ScopeKey | undefined): CallTrace | undefined {
  if (runtime.events.hearing('tools/trace', scope).length === 0) return undefined
  return new RecordedTrace()
}

/** Finds out which listener's answer became the decision: the innermost that returned that very object. */
export class Decider {
  private source = 'millrace'
  private answer: unknown

  /** To be told of every listener that returned. */
  readonly observe: AroundObserver = (hook: Hook, returned: unknown) => {
    if (returned === this.answer) return
    this.answer = returned
    this.source = sourceOf(hook)
  }

  /** Whose the decision is; the pipeline's own where no listener made it. */
  sourceOf(decision: unknown): string {
    return this.answer === decision ? this.source : 'millrace'
  }
}

class RecordedTrace implements CallTrace {
  private readonly stages: ToolTraceStage[] = []
  private since = performance.now()
  private by: string | undefined
  private rule: string | undefined
  private status: ToolStatus = 'failed'

  start(): void {
    this.since = performance.now()
  }

  decided(stage: StageName, source: string, decision: string): void {
    const now = performance.now()
    const ms = now - this.since
    this.since = now
    this.stages.push(Object.freeze({ stage, source, decision, ms }))
  }

  denied(stage: StageName, source: string, rule?: string): void {
    this.decided(stage, source, 'deny')
    this.status = 'denied'
    this.by = source
    this.rule = rule
  }

  cancelled(): void {
    this.status = 'cancelled'
  }

  settledBy(source: string): void {
    this.by = source
  }

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
    if (result.error.info?.name === 'AbortError') return 'cancelled'
    return this.status
  }
}
