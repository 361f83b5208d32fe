import type { ApprovalOutcome, TerminalResultView, ToolTrace } from '@millrace/protocol'
import type { Card, CardStatus } from './state.ts'

/** What is known of a call when it ends. */
export interface Ending extends Pick<Card, 'error' | 'trace' | 'approval'> {
  readonly isError: boolean
}

/** Failures that say by their code that it was not the tool that failed. */
const statusOfCode: ReadonlyMap<string, CardStatus> = new Map([
  ['ABORTED', 'cancelled'],
  ['ABORTED_BEFORE_DISPATCH', 'cancelled'],
  ['FS_OUTSIDE_ROOT', 'denied'],
])

const statusOfOutcome: Readonly<Record<ApprovalOutcome, CardStatus>> = {
  'allowed-once': 'failed',
  rejected: 'denied',
  unavailable: 'denied',
  cancelled: 'cancelled',
}

/**
 * How a call ended. The result decides between success and failure, the trace says which kind of failure;
 * a log without traces is read by the error's code and the answer to its question.
 */
export function statusOf(ending: Ending): CardStatus {
  if (!ending.isError) return 'done'
  const { trace, error, approval } = ending
  if (trace?.status === 'denied' || trace?.status === 'cancelled') return trace.status
  const byCode = error && statusOfCode.get(error.code)
  if (byCode !== undefined) return byCode
  if (trace === undefined && approval?.outcome !== undefined) return statusOfOutcome[approval.outcome]
  return 'failed'
}

/** Whether a call has ended; what comes later for it is not news. */
export function hasEnded(card: Pick<Card, 'endedAt'>): boolean {
  return card.endedAt !== undefined
}

/** Whether a question about this very call is open. */
export function isAsked(card: Pick<Card, 'approval'>): boolean {
  return card.approval !== undefined && card.approval.outcome === undefined
}

/** Whether a question about a call was answered with no, or could not be answered. */
export function isDeniedByAnswer({ status, approval }: Pick<Card, 'status' | 'approval'>): boolean {
  return status === 'denied' && (approval?.outcome === 'rejected' || approval?.outcome === 'unavailable')
}

/** Who decided about a call: `you`, `nobody to ask`, or the name of a policy, guard or service. */
export interface Decision {
  readonly by: string
  readonly rule?: string
  readonly message?: string
}

/** Who denied or cancelled a call; `undefined` where nobody did or nobody is named. */
export function decisionOf(card: Card): Decision | undefined {
  const { approval, trace, error } = card
  if (approval?.outcome !== undefined && approval.outcome !== 'allowed-once') {
    if (approval.outcome === 'unavailable') return { by: 'nobody to ask' }
    const by = personOf(approval.by)
    return approval.message === undefined ? { by } : { by, message: approval.message }
  }
  if (error?.code === 'FS_OUTSIDE_ROOT') return { by: 'workspace' }
  if (trace?.by === undefined) return undefined
  const by = trace.by === unnamed ? unnamedDecider(trace) : trace.by
  return trace.rule === undefined ? { by } : { by, rule: trace.rule }
}

/** What Cordis calls the owner of everything that no plugin registered. */
const unnamed = 'root'

/** What somebody without a name is called: what they are. */
function unnamedDecider({ stages }: ToolTrace): string {
  return stages.find(({ decision }) => decision === 'deny')?.stage === 'guard' ? 'guard' : 'policy'
}

function personOf(by: string | undefined): string {
  return by === undefined || by === 'user' ? 'you' : by
}

/** Whether a call should look failed: a command that ended badly does, although the tool did its work. */
export function looksFailed(card: Pick<Card, 'status' | 'result'>): boolean {
  if (card.status === 'failed') return true
  return card.status === 'done' && card.result?.card === 'terminal' && endedBadly(card.result)
}

/** Whether a command ended with another exit code than 0, by a signal or at its time limit. */
export function endedBadly({ timedOut, signal, exitCode = 0 }: TerminalResultView): boolean {
  return timedOut === true || signal !== undefined || exitCode !== 0
}

/** Whether a call was cancelled before anything of it ran, as at its question. */
function neverRan({ status, error, approval }: Card): boolean {
  if (status !== 'cancelled') return false
  const isUnanswered = approval !== undefined && approval.outcome !== 'allowed-once'
  return isUnanswered || error?.code === 'ABORTED_BEFORE_DISPATCH'
}

/**
 * Why a call was allowed to run: `auto`, `rule`, `you once`, `you session`, `you always`, or the name of whoever else
 * said yes. `undefined` where it was not allowed, or nothing is known.
 */
export function permissionOf(card: Card): string | undefined {
  const { approval, trace, status } = card
  if (status === 'denied' || status === 'queued' || status === 'waiting' || neverRan(card)) return undefined
  if (approval?.outcome === 'allowed-once') {
    const by = personOf(approval.by)
    return by === 'you' ? `you ${approval.grant?.lasts ?? 'once'}` : by
  }
  if (trace === undefined) return undefined
  const answer = trace.stages.find(({ stage, decision }) => stage === 'approval' && decision === 'allow')
  if (answer !== undefined) return answer.source === 'you' ? 'you once' : answer.source
  return trace.rule === undefined ? 'auto' : 'rule'
}
