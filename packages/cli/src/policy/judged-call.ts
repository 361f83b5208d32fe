import type { PartVerdict, Permissions, RuleList } from '@millrace/policies/permissions'
import type { RecordedCall } from '../explain/recorded-call.ts'
import { recordedVerdict, type RecordedVerdict } from './recorded-verdict.ts'

/** What other rules would have done with a recorded call. */
export interface WouldBe {
  readonly verdict: RuleList
  readonly decisive: PartVerdict
  readonly parts: readonly PartVerdict[]
  /** Whoever else than the rules would still hold it back. */
  readonly heldBy?: string
}

/** A recorded call, what was decided about it, and what would have been. */
export interface JudgedCall {
  readonly call: RecordedCall
  readonly was: RecordedVerdict | undefined
  readonly would: WouldBe | undefined
  /** Why it was not judged. */
  readonly unjudged?: string
  readonly differs: boolean
}

const strictness: readonly RuleList[] = ['allow', 'ask', 'deny']

/** Judges a recorded call by rules, without making it. */
export function judgedCall(
  call: RecordedCall,
  permissions: Permissions,
  knows: (tool: string) => boolean,
): JudgedCall {
  const was = recordedVerdict(call)
  const { args, tool } = call
  if (was === undefined) return unjudged(call, was, 'nobody decided about it, or the log does not tell')
  if (args === undefined) return unjudged(call, was, 'its arguments cannot be read')
  const { verdict, decisive, parts } = permissions.judge(tool, args)
  if (!knows(tool) && decisive.rule === undefined) return unjudged(call, was, 'its tool is not known here')
  const isHeld = was.floor !== undefined && strictness.indexOf(was.floor) > strictness.indexOf(verdict)
  const final = isHeld && was.floor !== undefined ? was.floor : verdict
  const would = { verdict: final, decisive, parts, ...(isHeld && { heldBy: was.by }) }
  return { call, was, would, differs: final !== was.verdict }
}

function unjudged(call: RecordedCall, was: RecordedVerdict | undefined, why: string): JudgedCall {
  return { call, was, would: undefined, unjudged: why, differs: false }
}
