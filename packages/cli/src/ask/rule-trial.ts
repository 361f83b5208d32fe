import type { CallQuestion } from '@millrace/policies/approval'

/** A call, as far as rules look at it. */
export type AskedExecution = Pick<CallQuestion['execution'], 'name' | 'arguments' | 'agent'>

/** What a rule would do, were it kept. */
export interface RuleTrial {
  /** Why it is not worth keeping: it is no rule, or the call would be asked about all the same. */
  readonly problem?: string
  /** Which of the other calls it would allow as well. */
  readonly alsoAllows: readonly AskedExecution[]
}

/**
 * Finds out what rules would do, without keeping them.
 * @param call - the call that they are meant to allow.
 * @param others - calls that they may allow as well.
 */
export type TryRules = (
  rules: readonly string[],
  call: AskedExecution,
  others: readonly AskedExecution[],
) => Promise<RuleTrial>
