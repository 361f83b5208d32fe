import type { ApprovalOutcome } from '@millrace/protocol'
import type { PreToolDecision } from '@millrace/tools'
import { LiveStep } from './coming-step.ts'
import type { Turn } from './turn.ts'
import { untilStopped } from './until-stopped.ts'

const allowed: PreToolDecision = Object.freeze({ kind: 'allow' })

/**
 * Asks the `agent/pre-step` listeners, and whoever must approve.
 * @returns the step that may come; `undefined` where the turn ends instead.
 */
export async function preStep(turn: Turn): Promise<LiveStep | undefined> {
  const step = new LiveStep(turn)
  const { agent } = turn
  const allow = (): Promise<PreToolDecision> => Promise.resolve(allowed)
  const decided = agent.runtime.waterfall('agent/pre-step', agent, [step], allow)
  const refusal = await refusalOf(turn, await untilStopped(turn, decided))
  if (refusal !== undefined) turn.stop({ reason: 'denied', message: refusal })
  if (!turn.isEnding) return step
  step.close()
  return undefined
}

/** Why the step must not come, if anything says so. */
async function refusalOf(turn: Turn, answer: unknown): Promise<string | undefined> {
  if (turn.isEnding) return undefined
  const decision = readDecision(answer)
  if (decision.kind === 'ask') return approve(turn, decision.reason)
  return decision.kind === 'deny' ? decision.reason : undefined
}

/** Takes an answer for a decision only if it is exactly one; everything else denies. */
function readDecision(answer: unknown): PreToolDecision {
  if (typeof answer === 'object' && answer !== null) {
    // Own members alone: what somebody put on Object.prototype is no decision.
    const { kind, reason }: Record<string, unknown> = { __proto__: null, ...answer }
    if (kind === 'allow') return { kind }
    if (kind === 'deny' && typeof reason === 'string') return { kind, reason }
    if (kind === 'ask' && reason === undefined) return { kind }
    if (kind === 'ask' && typeof reason === 'string') return { kind, reason }
  }
  const reason =
    'an agent/pre-step listener answered with something that is not a decision; denied (a decision is ' +
    '{ kind: "allow" }, { kind: "deny", reason } or { kind: "ask", reason? }, with texts as reasons)'
  return { kind: 'deny', reason }
}

/** The reason of the denial; `undefined` once the step may come. */
async function approve(turn: Turn, reason: string | undefined): Promise<string | undefined> {
  const { agent, signal } = turn
  const { approval, ids } = agent.runtime
  if (approval === undefined) return reason ?? 'the step requires approval, and there is nobody to ask'
  const callId = ids.next('step')
  agent.live.underWay.set(callId, { agent, callId, progress: undefined, trace: undefined, questions: 0 })
  try {
    const question = {
      agent,
      toolName: 'agent/step',
      callId,
      ...(reason !== undefined && { reason }),
      signal,
    }
    return refusalBy(await untilStopped(turn, approval.request(question)))
  } finally {
    agent.live.underWay.delete(callId)
  }
}

function refusalBy(answer: unknown): string | undefined {
  const isObject = typeof answer === 'object' && answer !== null
  const { kind, message }: Record<string, unknown> = isObject
    ? { __proto__: null, ...answer }
    : { kind: answer }
  const words = typeof message === 'string' && message !== '' ? `: ${message}` : ''
  switch (kind as ApprovalOutcome) {
    case 'allowed-once':
      return undefined
    case 'rejected':
      return `the user rejected the next step${words}`
    case 'cancelled':
      return 'the approval of the next step was cancelled'
    case 'unavailable':
      return 'the next step requires approval, but no approval channel is available'
    default:
      return 'the approval service answered with something that is not an answer; denied'
  }
}
