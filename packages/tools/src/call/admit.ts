import type { PreToolDecision } from '../contract/decision.ts'
import type { ToolExecutionFailure } from '../contract/result.ts'
import { aborted, isAborted } from '../outcome/aborted.ts'
import { failure } from '../outcome/result.ts'
import { discard } from '../outcome/discard.ts'
import { guardsOf } from '../registry/guard.ts'
import { approve } from './approve.ts'
import { hearing, type Call } from './call.ts'
import { waterfall } from './waterfall.ts'

/** Permission to run, or the result that takes its place. A denied call is still reviewed. */
export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'settled'; readonly result: ToolExecutionFailure }

const admitted: Admission = Object.freeze({ kind: 'admitted' })

/** Asks the `tools/pre-execute` listeners, whoever must approve, and the guards, in this order. Throws what they throw. */
export async function admit(call: Call): Promise<Admission> {
  const refusal = (await decide(call)) ?? guarded(call)
  if (refusal !== undefined) return { kind: 'settled', result: failure({ message: refusal }) }
  return isAborted(call.caller) ? { kind: 'settled', result: aborted(false) } : admitted
}

/** The reason of a denial by the listeners or by whoever they asked; none where the caller gave up meanwhile. */
async function decide(call: Call): Promise<string | undefined> {
  const args = [call.exec]
  const hooks = hearing(call, 'waterfall', 'tools/pre-execute', args)
  if (hooks.length === 0) return undefined
  const { answer, source } = await waterfall(call, 'pre-execute', hooks, args, allow)
  const decision = readDecision(answer, call.exec.name)
  const { kind, rule } = decision
  if (kind === 'deny') {
    call.trace?.denied('pre-execute', source, rule)
    return decision.reason
  }
  call.trace?.decided('pre-execute', source, kind, rule)
  return kind === 'ask' && !isAborted(call.caller) ? approve(call, decision.reason) : undefined
}

const allowed: PreToolDecision = Object.freeze({ kind: 'allow' })
const allow = (): Promise<PreToolDecision> => Promise.resolve(allowed)

/** Takes an answer for a decision only if it is exactly one; everything else denies. */
function readDecision(answer: unknown, name: string): PreToolDecision {
  if (typeof answer === 'object' && answer !== null) {
    const { kind, reason, rule } = answer as Record<string, unknown>
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
  if (isAborted(call.caller)) return undefined
  call.trace?.start()
  let asked = false
  for (const { check, source } of guardsOf(call.runtime.registry, call.scope)) {
    asked = true
    const verdict = check(call.exec) as unknown
    if (verdict === undefined) continue
    call.trace?.denied('guard', source)
    if (typeof verdict === 'string') return verdict
    discard(verdict)
    return guardProblem(call.exec.name, verdict)
  }
  if (asked) call.trace?.decided('guard', 'millrace', 'allow')
  return undefined
}

function guardProblem(name: string, verdict: unknown): string {
  const returned = verdict instanceof Promise ? 'a promise' : typeof verdict
  return `a guard of tool "${name}" returned ${returned}; denied (a guard is synchronous and returns a reason or undefined)`
}
