import { codeOf, messageOf, type JsonValue, type SessionEventMap, type ToolTrace } from '@millrace/protocol'
import type { Job, Lane } from '@millrace/schedule'
import {
  stageCall,
  type StagedAdmission,
  type StagedCall,
  type StagedOutcome,
  type ToolExecutionInput,
  type ToolExecutionResult,
} from '@millrace/tools'
import type { LoggedCall } from './batch.ts'
import type { CallRecord } from './call-record.ts'
import { ProgressLog } from './progress-log.ts'
import { notStarted, syntheticFailure } from './synthetic-result.ts'
import type { Turn } from './turn.ts'

/** One call of a batch, from its logged request to its logged result. */
export class CallJob implements Job<StagedAdmission, StagedOutcome, ToolExecutionResult> {
  readonly #turn: Turn
  readonly #logged: LoggedCall
  readonly #input: ToolExecutionInput
  readonly #record: CallRecord
  #staged: StagedCall | undefined

  constructor(turn: Turn, logged: LoggedCall) {
    const { agent, signal } = turn
    const { id: callId, name } = logged.call.request
    const { args } = logged.call
    this.#turn = turn
    this.#logged = logged
    this.#input = { callId, name, arguments: args.ok ? args.value : {}, agent, signal }
    const progress = new ProgressLog(agent.runtime, (news) => agent.tryAppend('tool/progress', news))
    this.#record = { agent, callId, progress, trace: undefined, questions: 0 }
  }

  classify(): Lane {
    if (this.#logged.refusal !== undefined) return 'parallel'
    return this.#turn.agent.runtime.tools.executionMode(this.#input).kind
  }

  admit(): StagedAdmission | Promise<StagedAdmission> {
    const { refusal } = this.#logged
    if (refusal !== undefined) return { kind: 'final', result: refusal }
    const { agent } = this.#turn
    agent.live.underWay.set(this.#input.callId, this.#record)
    this.#staged = stageCall(agent.runtime.tools, this.#input)
    return this.#staged.admit()
  }

  dispatch(admission: StagedAdmission): StagedOutcome | Promise<StagedOutcome> {
    const staged = this.#staged
    if (staged === undefined) return admission as StagedOutcome
    if (admission.kind !== 'admitted') return staged.dispatch(admission)
    return this.#run(staged, admission)
  }

  async conclude(outcome: StagedOutcome): Promise<ToolExecutionResult> {
    const result = await this.#staged?.conclude(outcome)
    return this.#log(result ?? outcome.result)
  }

  fail(error: unknown): ToolExecutionResult {
    const info = { name: 'LoopError', code: codeOf(error) ?? 'CALL_FAILED' }
    return this.#log(syntheticFailure(messageOf(error), info))
  }

  abandon(): ToolExecutionResult {
    return this.#log(notStarted())
  }

  async #run(staged: StagedCall, admission: StagedAdmission): Promise<StagedOutcome> {
    const { agent, toolClock } = this.#turn
    // Says that it runs; what it reports of itself comes on top.
    agent.tryAppend('tool/progress', { callId: this.#input.callId })
    toolClock.started()
    try {
      return await staged.dispatch(admission)
    } finally {
      toolClock.ended()
    }
  }

  /** Logs how the call ended. A log that fails ends the turn; the batch goes on to its end all the same. */
  #log(result: ToolExecutionResult): ToolExecutionResult {
    const { agent } = this.#turn
    const { callId } = this.#input
    this.#record.progress?.end()
    agent.live.underWay.delete(callId)
    let hasResult = false
    try {
      agent.append('tool/trace', { callId, ...(this.#record.trace ?? this.#ownTrace(result)) })
      this.#append(result)
      hasResult = true
      for (const message of result.additionalContexts ?? []) this.#turn.log('user/message', { message })
    } catch (error) {
      this.#turn.fail(error)
      if (!hasResult) this.#replace()
    }
    return result
  }

  #append(result: ToolExecutionResult): void {
    const { agent, number: turn, step } = this.#turn
    const { callId } = this.#input
    const { callSeq } = this.#logged
    agent.append('tool/result', { turn, step, callId, callSeq, ...storedResult(result) })
  }

  /** A result that is refused, such as one that is too long for a line, leaves no call without one. */
  #replace(): void {
    const { agent } = this.#turn
    if (agent.session.failure !== undefined) return
    // The cause may hold the very thing that is refused.
    const message = 'the call ended, and its result could not be logged; the end of the turn says why'
    try {
      this.#append(syntheticFailure(message, { name: 'LoopError', code: 'RESULT_NOT_LOGGED' }))
    } catch (error) {
      agent.runtime.warn(`call ${this.#input.callId} has no result in the log`, error)
    }
  }

  /** The trace of a call that did not go through the pipeline. */
  #ownTrace({ error }: ToolExecutionResult): ToolTrace {
    const isCancelled = error?.info?.name === 'AbortError'
    const status = isCancelled ? 'cancelled' : error?.info?.code === 'LIMIT_REACHED' ? 'denied' : 'failed'
    const decision = status === 'denied' ? 'deny' : status
    return { status, by: 'millrace', stages: [{ stage: 'open', source: 'millrace', decision, ms: 0 }] }
  }
}

function storedResult({
  content,
  isError,
  error,
  meta,
}: ToolExecutionResult): Pick<SessionEventMap['tool/result'], 'content' | 'isError' | 'error' | 'meta'> {
  const info = error?.info
  return {
    content,
    isError,
    ...(info !== undefined && { error: { name: info.name, code: info.code } }),
    ...(meta !== undefined && { meta: meta satisfies JsonValue }),
  }
}
