import type { ToolExecutionInput } from '../contract/execution.ts'
import type { ToolExecutionResult } from '../contract/result.ts'
import { failureOf } from '../outcome/result.ts'
import { admit, type Admission } from './admit.ts'
import { announce } from './announce.ts'
import type { Call, Runtime } from './call.ts'
import { dispatch } from './dispatch.ts'
import { finish } from './finish.ts'
import { open } from './open.ts'
import { review } from './review.ts'
import { final, type StagedOutcome } from './staged-outcome.ts'

/** Permission to run, or the outcome that takes its place. */
export type StagedAdmission = Admission | StagedOutcome

/**
 * The stages of one call for a scheduler: admission in order, bodies overlapping, conclusion in order. None
 * of them throws or rejects: what a listener throws becomes the final result. A stage without listeners
 * answers at once.
 */
export class StagedCall {
  private readonly call: Call
  private readonly opened: StagedOutcome | undefined

  constructor(runtime: Runtime, input: ToolExecutionInput) {
    const { call, ended } = open(runtime, input)
    this.call = call
    this.opened = ended && { kind: 'final', result: ended }
  }

  /** Listeners, approval and guards. */
  admit(): StagedAdmission | Promise<StagedAdmission> {
    if (this.opened !== undefined) return this.opened
    try {
      const admission = admit(this.call)
      return admission instanceof Promise ? admission.catch(final) : admission
    } catch (error) {
      return final(error)
    }
  }

  /** The body inside its wrappers, if the call was admitted. */
  dispatch(admission: StagedAdmission): StagedOutcome | Promise<StagedOutcome> {
    return admission.kind === 'admitted' ? dispatch(this.call) : admission
  }

  /** Review, last word of the tool, announcement. */
  conclude(outcome: StagedOutcome): ToolExecutionResult | Promise<ToolExecutionResult> {
    const { call } = this
    const reviewed = outcome.kind === 'final' ? outcome.result : reviewOf(call, outcome.result)
    return reviewed instanceof Promise ? reviewed.then((result) => end(call, result)) : end(call, reviewed)
  }
}

function reviewOf(
  call: Call,
  result: ToolExecutionResult,
): ToolExecutionResult | Promise<ToolExecutionResult> {
  try {
    const reviewed = review(call, result)
    return reviewed instanceof Promise ? reviewed.catch(failureOf) : reviewed
  } catch (error) {
    return failureOf(error)
  }
}

function end(call: Call, result: ToolExecutionResult): ToolExecutionResult {
  return announce(call, finish(call, result))
}
