import type { ToolExecutionInput } from '../contract/execution.ts'
import type { ToolExecutionResult } from '../contract/result.ts'
import { failureOf } from '../outcome/result.ts'
import { admit } from './admit.ts'
import { announce } from './announce.ts'
import type { Call, Runtime } from './call.ts'
import { dispatch } from './dispatch.ts'
import { finish } from './finish.ts'
import { open } from './open.ts'
import { review } from './review.ts'

/** Where a call stands: it may run, it has a result that is still reviewed, or it has its last one. */
export type StagedOutcome =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'settled'; readonly result: ToolExecutionResult }
  | { readonly kind: 'final'; readonly result: ToolExecutionResult }

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
  async admit(): Promise<StagedOutcome> {
    if (this.opened !== undefined) return this.opened
    try {
      return await admit(this.call)
    } catch (error) {
      return { kind: 'final', result: failureOf(error) }
    }
  }

  /** The body inside its wrappers, if the call was admitted. */
  async dispatch(admission: StagedOutcome): Promise<StagedOutcome> {
    if (admission.kind !== 'admitted') return admission
    try {
      return { kind: 'settled', result: await dispatch(this.call) }
    } catch (error) {
      return { kind: 'final', result: failureOf(error) }
    }
  }

  /** Review, last word of the tool, announcement. */
  async conclude(outcome: StagedOutcome): Promise<ToolExecutionResult> {
    const { call } = this
    const candidate = await reviewed(call, outcome)
    return announce(call, finish(call, candidate))
  }
}

async function reviewed(call: Call, outcome: StagedOutcome): Promise<ToolExecutionResult> {
  if (outcome.kind === 'final') return outcome.result
  if (outcome.kind === 'admitted') throw new TypeError('conclude() needs the outcome of dispatch()')
  try {
    return await review(call, outcome.result)
  } catch (error) {
    return failureOf(error)
  }
}
