import type { RuleList } from '@millrace/policies/permissions'
import type { RecordedCall } from '../explain/recorded-call.ts'

/** What became of a call when it was made, as far as the log tells. */
export interface RecordedVerdict {
  readonly verdict: RuleList
  /** Who decided. */
  readonly by: string
  readonly rule?: string
  /** What others than the rules decided: it stays, whatever the rules say. */
  readonly floor?: 'ask' | 'deny'
}

/** The plugin that judges by rules, as traces name it. */
const rules = 'permissions'
/** The pipeline itself, which allows where nobody decides. */
const pipeline = 'millrace'

/** `undefined` where nobody judged the call, or the log does not tell. */
export function recordedVerdict(call: RecordedCall): RecordedVerdict | undefined {
  const { trace, questions } = call
  if (trace === undefined) return untraced(call)
  const first = trace.stages.find(({ stage }) => stage === 'pre-execute')
  if (first === undefined) return undefined
  const { source, decision } = first
  const rule = trace.rule === undefined ? {} : { rule: trace.rule }
  const guard = trace.stages.find((each) => each.stage === 'guard' && each.decision === 'deny')
  if (guard !== undefined && guard.source !== rules)
    return { verdict: 'deny', by: guard.source, floor: 'deny', ...rule }
  const isOthers = source !== rules && source !== pipeline
  if (decision === 'ask' || questions.length > 0)
    return { verdict: 'ask', by: source, ...(isOthers && { floor: 'ask' }), ...rule }
  if (decision === 'allow') return { verdict: 'allow', by: source, ...rule }
  // What a listener threw ended the call as well.
  return { verdict: 'deny', by: source, ...(isOthers && { floor: 'deny' }), ...rule }
}

/** Calls that a crash ended have no trace. */
function untraced({ questions, result, runsSince }: RecordedCall): RecordedVerdict | undefined {
  if (questions.length > 0) return { verdict: 'ask', by: 'a question' }
  const ran = runsSince !== undefined || result?.isError === false
  return ran ? { verdict: 'allow', by: 'it ran' } : undefined
}

/** Whether commands of a session ran because a sandbox kept them in: no rule allowed them, and nobody was asked. */
export function ranInSandbox(calls: readonly RecordedCall[]): boolean {
  return calls.some((call) => {
    if (call.tool !== 'bash' || call.trace === undefined) return false
    const was = recordedVerdict(call)
    return was?.verdict === 'allow' && was.by === rules && was.rule === undefined
  })
}
