import type { Context } from '@deepseek-ai/cordis'
import type {
  PreToolDecision,
  ToolApprovalService,
  ToolDispatchExecution,
  ToolExecution,
  ToolExecutionResult,
} from '@millrace/tools'
import type { RegisteredTool } from './registered-tools.ts'

/** A tool that is another than was agreed to, and how that is mended. */
export interface DriftedTool {
  readonly tool: RegisteredTool
  /** Agrees to it as it is now. Never rejects. */
  readonly accept: () => Promise<void>
}

/** The drifted tool that a call means; `undefined` for all other calls. */
export type DriftOf = (execution: Readonly<ToolExecution>) => DriftedTool | undefined

/**
 * Whatever rules allow, a call of a tool that is another than was agreed to is asked about, with the changes. A yes of
 * whoever may agree agrees to them. A guard denies what passed without that question. While nothing has changed no call pays
 * for this.
 */
export class DriftGate {
  readonly #ctx: Context
  readonly #driftOf: DriftOf
  readonly #mayAgree: (by: string | undefined) => boolean
  /** The calls that were to be asked about, with the definition that the question was about. */
  readonly #asked = new WeakMap<object, string>()
  #open: (() => void)[] = []

  /** @param mayAgree - whether a yes of this one agrees to the changes; else it lets that one call run. */
  constructor(ctx: Context, driftOf: DriftOf, mayAgree: (by: string | undefined) => boolean = () => true) {
    this.#ctx = ctx
    this.#driftOf = driftOf
    this.#mayAgree = mayAgree
  }

  /** Looks at all calls from now on, or at none. It has to look before the first tool that has changed is registered. */
  look(looks: boolean): void {
    if (looks === this.#open.length > 0) return
    if (!looks) {
      for (const undo of this.#open.splice(0)) undo()
      return
    }
    const ctx = this.#ctx
    this.#open = [
      ctx.on('tools/pre-execute', (exec, next) => this.#decide(exec, next)),
      ctx.on('tools/execute', (exec, next) => this.#execute(exec, next)),
      // Named, because the name is what a card says about who denied a call.
      ctx.tools.guard(
        function mcp(this: DriftGate, execution: Readonly<ToolExecution>) {
          return this.#refusal(execution)
        }.bind(this),
      ),
    ]
  }

  async #decide(exec: ToolExecution, next: () => Promise<PreToolDecision>): Promise<PreToolDecision> {
    const decision = await next()
    const drifted = this.#driftOf(exec)
    // What is not exactly an answer is for the pipeline to deny.
    if (drifted === undefined || (decision?.kind !== 'allow' && decision?.kind !== 'ask')) return decision
    this.#asked.set(exec, fingerprintOf(drifted))
    if (decision.kind === 'allow') return { kind: 'ask', reason: reasonOf(drifted) }
    const theirs = typeof decision.reason === 'string' ? `${decision.reason}; ` : ''
    return { ...decision, reason: theirs + reasonOf(drifted) }
  }

  #refusal(execution: Readonly<ToolExecution>): string | undefined {
    const drifted = this.#driftOf(execution)
    if (drifted === undefined || this.#isAllowed(drifted, execution)) return undefined
    return `approval needed, but nobody gave it: ${reasonOf(drifted)}`
  }

  async #execute(
    exec: ToolDispatchExecution,
    next: () => Promise<ToolExecutionResult>,
  ): Promise<ToolExecutionResult> {
    const drifted = this.#driftOf(exec)
    if (
      drifted !== undefined &&
      this.#isAllowed(drifted, exec) &&
      this.#mayAgree(this.#approval?.approvedBy?.(exec))
    ) {
      await drifted.accept()
    }
    return next()
  }

  #isAllowed(drifted: DriftedTool, execution: Readonly<ToolExecution>): boolean {
    if (this.#asked.get(execution) !== fingerprintOf(drifted)) return false
    const approval = this.#approval
    return approval !== undefined && approval.approved?.(execution) !== false
  }

  get #approval(): ToolApprovalService | undefined {
    return this.#ctx.get('approval') as ToolApprovalService | undefined
  }
}

function fingerprintOf({ tool }: DriftedTool): string {
  return tool.reviewed.pin.fingerprint
}

function reasonOf({ tool }: DriftedTool): string {
  return `${tool.name} is not what was agreed to: ${tool.reviewed.changes.join('; ')}`
}
