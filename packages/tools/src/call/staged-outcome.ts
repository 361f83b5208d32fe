import type { ToolExecutionResult } from '../contract/result.ts'
import { failureOf } from '../outcome/result.ts'

/** A result that is still reviewed, or the last one: what a listener throws is not reviewed any more. */
export type StagedOutcome =
  | { readonly kind: 'settled'; readonly result: ToolExecutionResult }
  | { readonly kind: 'final'; readonly result: ToolExecutionResult }

/** What becomes of a call whose listener threw. */
export function final(error: unknown): StagedOutcome {
  return { kind: 'final', result: failureOf(error) }
}
