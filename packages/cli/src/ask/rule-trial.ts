import type { CallQuestion } from '@millrace/policies/approval'
import type { Permissions } from '@millrace/policies/permissions'
import type { JsonValue, SecretRedactor } from '@millrace/protocol'

/** A call, as far as rules look at it. */
export type AskedExecution = Pick<CallQuestion['execution'], 'name' | 'arguments' | 'agent'>

/** What a rule would do, were it kept. */
export interface RuleTrial {
  /** Why it is not worth keeping: it is no rule, or the call would be asked about all the same. Without secrets. */
  readonly problem?: string
  /** Which of the other calls it would allow as well. */
  readonly alsoAllows: readonly AskedExecution[]
}

/**
 * Finds out what rules would do, without keeping them.
 * @param call - the call that they are meant to allow.
 * @param others - calls that they may allow as well.
 * @param redactor - takes out what the call has of secrets.
 */
export function tryRules(
  permissions: Pick<Permissions, 'judge' | 'try'>,
  rules: readonly string[],
  call: AskedExecution,
  others: readonly AskedExecution[],
  redactor: SecretRedactor | undefined,
): RuleTrial {
  const { problem } = permissions.try(rules, ...judgedBy(call))
  if (problem !== undefined) return { problem: redactor?.text(problem) ?? problem, alsoAllows: [] }
  const isAllowedBy = (other: AskedExecution): boolean =>
    permissions.judge(...judgedBy(other)).verdict !== 'allow' &&
    permissions.try(rules, ...judgedBy(other)).verdict === 'allow'
  return { alsoAllows: others.filter(isAllowedBy) }
}

/** The pipeline made a snapshot of the arguments, which is lossless JSON. */
function judgedBy({ name, arguments: args, agent }: AskedExecution): Parameters<Permissions['judge']> {
  return [name, args as JsonValue, agent]
}
