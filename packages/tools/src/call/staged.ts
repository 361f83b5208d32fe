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

/** A result that is still reviewed, or the last one: what a listener throws is not reviewed any more. */
export type StagedOutcome =
  | { readonly kind: 'settled'; readonly result: ToolExecutionResult }
  | { readonly kind: 'final'; readonly result: ToolExecutionResult }

/** Permission to run, or the outcome that takes its place. */
export type StagedAdmission = Admission | StagedOutcome

/**
 * The stages of one call for a scheduler: admission in order, bodies overlapping, conclusion in order. None
 * of them rejects: what a listener throws becomes the final result.
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
  async admit(): Promise<StagedAdmission> {
    if (this.opened !== undefined) return this.opened
    try {
      return await admit(this.call)
    } catch (error) {
      return final(error)
    }
  }

  /** The body inside its wrappers, if the call was admitted. */
  async dispatch(admission: StagedAdmission): Promise<StagedOutcome> {
    if (admission.kind !== 'admitted') return admission
    try {
      return { kind: 'settled', result: await dispatch(this.call) }
    } catch (error) {
      return final(error)
    }
  }

  /** Review, last word of the tool, announcement. */
  async conclude(outcome: StagedOutcome): Promise<ToolExecutionResult> {
    const { call } = this
    const { result } = outcome.kind === 'settled' ? await reviewed(call, outcome.result) : outcome
    return announce(call, finish(call, result))
  }
}

async function reviewed(call: Call, result: ToolExecutionResult): Promise<StagedOutcome> {
  try {
    return { kind: 'final', result: await review(call, result) }
  } catch (error) {
    return final(error)
  }
}

function final(error: unknown): StagedOutcome {
  return { kind: 'final', result: failureOf(error) }
}
