import type { Hook } from '@deepseek-ai/cordis'
import type { PreToolDecision } from '../contract/decision.ts'
import type { ToolExecutionFailure } from '../contract/result.ts'
import { aborted, isAborted } from '../outcome/aborted.ts'
import { failure } from '../outcome/result.ts'
import { discard } from '../outcome/discard.ts'
import { guardsOf, hasGuards } from '../registry/guard.ts'
import { approve } from './approve.ts'
import type { Call } from './call.ts'
import { argumentsOf, hearing } from './hearing.ts'
import { waterfall } from './waterfall.ts'

/** Permission to run, or the result that takes its place. A denied call is still reviewed. */
export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'settled'; readonly result: ToolExecutionFailure }

const admitted: Admission = Object.freeze({ kind: 'admitted' })

/**
 * Asks the `tools/pre-execute` listeners, whoever must approve, and the guards, in this order. Throws what
 * they throw; answers at once where there are no listeners.
 */
export function admit(call: Call): Admission | Promise<Admission> {
  const hooks = hearing(call, 'waterfall', 'tools/pre-execute')
  return hooks.length === 0 ? admission(call, undefined) : decide(call, hooks)
}

async function decide(call: Call, hooks: readonly Hook[]): Promise<Admission> {
  const { answer, source } = await waterfall(call, 'pre-execute', hooks, argumentsOf(call), allow)
  const decision = readDecision(answer, call.exec.name)
  const { kind, rule } = decision
  if (kind === 'deny') {
    call.trace?.denied('pre-execute', source, rule)
    return admission(call, decision.reason)
  }
  call.trace?.decided('pre-execute', source, kind, rule)
  const asked = kind === 'ask' && !isAborted(call.caller)
  return admission(call, asked ? await approve(call, decision.reason) : undefined)
}

/** What a refusal by listeners or by whoever they asked, the guards and the caller make of the call. */
function admission(call: Call, refusal: string | undefined): Admission {
  const reason = refusal ?? guarded(call)
  if (reason !== undefined) return { kind: 'settled', result: failure({ message: reason }) }
  return isAborted(call.caller) ? { kind: 'settled', result: aborted(false) } : admitted
}

const allowed: PreToolDecision = Object.freeze({ kind: 'allow' })
const allow = (): Promise<PreToolDecision> => Promise.resolve(allowed)

/** Takes an answer for a decision only if it is exactly one; everything else denies. */
function readDecision(answer: unknown, name: string): PreToolDecision {
  if (typeof answer === 'object' && answer !== null) {
    // Own members alone: what somebody put on Object.prototype is no decision.
    const { kind, reason, rule }: Record<string, unknown> = { __proto__: null, ...answer }
    const named = typeof rule === 'string' ? { rule } : {}
    if (kind === 'allow') return { kind, ...named }
    if (kind === 'deny' && typeof reason === 'string') return { kind, reason, ...named }
    if (kind === 'ask' && reason === undefined) return { kind, ...named }
    if (kind === 'ask' && typeof reason === 'string') return { kind, reason, ...named }
  }
  const reason =
    `a tools/pre-execute listener answered about tool "${name}" with something that is not a decision; denied ` +
    '(a decision is { kind: "allow" }, { kind: "deny", reason } or { kind: "ask", reason? }, with texts as reasons)'
  return { kind: 'deny', reason }
}

/** The first reason of a guard, or what is wrong with the guard. */
function guarded(call: Call): string | undefined {
  if (isAborted(call.caller) || !hasGuards(call.runtime.registry, call.scope)) return undefined
  call.trace?.start()
  for (const { check, source } of guardsOf(call.runtime.registry, call.scope)) {
    const verdict = check(call.exec) as unknown
    if (verdict === undefined) continue
    call.trace?.denied('guard', source)
    if (typeof verdict === 'string') return verdict
    discard(verdict)
    return guardProblem(call.exec.name, verdict)
  }
  call.trace?.decided('guard', 'millrace', 'allow')
  return undefined
}

function guardProblem(name: string, verdict: unknown): string {
  const returned = verdict instanceof Promise ? 'a promise' : typeof verdict
  return `a guard of tool "${name}" returned ${returned}; denied (a guard is synchronous and returns a reason or undefined)`
}
