import { around } from '@millrace/scope'
import type { PreToolDecision } from '../contract/decision.ts'
import type { ToolExecutionFailure } from '../contract/result.ts'
import { aborted, isAborted } from '../outcome/aborted.ts'
import { failure } from '../outcome/result.ts'
import { discard } from '../outcome/discard.ts'
import { guardsOf } from '../registry/guard.ts'
import { approve } from './approve.ts'
import { carrierOf, hearing, type Call } from './call.ts'
import { Decider } from './trace.ts'

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
  const hooks = hearing(call, 'waterfall', 'tools/pre-execute', [call.exec])
  if (hooks.length === 0) return undefined
  call.trace?.start()
  const decider = call.trace && new Decider()
  const answer: unknown = await around<unknown>(hooks, carrierOf(call), [call.exec], allow, decider?.observe)
  const decision = readDecision(answer, call.exec.name)
  const rule = ruleOf(answer)
  const source = decider?.sourceOf(answer) ?? ''
  if (decision.kind === 'deny') {
    call.trace?.denied('pre-execute', source, rule)
    return decision.reason
  }
  call.trace?.decided('pre-execute', source, decision.kind)
  if (decision.kind === 'allow' || isAborted(call.caller)) return undefined
  return approve(call, decision.reason)
}

const allowed: PreToolDecision = Object.freeze({ kind: 'allow' })
const allow = (): Promise<PreToolDecision> => Promise.resolve(allowed)

/** Takes an answer for a decision only if it is exactly one; everything else denies. */
function readDecision(answer: unknown, name: string): PreToolDecision {
  if (typeof answer === 'object' && answer !== null) {
    const { kind, reason } = answer as { kind?: unknown; reason?: unknown }
    if (kind === 'allow') return { kind }
    if (kind === 'deny' && typeof reason === 'string') return { kind, reason }
    if (kind === 'ask' && reason === undefined) return { kind }
    if (kind === 'ask' && typeof reason === 'string') return { kind, reason }
  }
  const reason =
    `a tools/pre-execute listener answered about tool "${name}" with something that is not a decision; denied ` +
    '(a decision is { kind: "allow" }, { kind: "deny", reason } or { kind: "ask", reason? }, with texts as reasons)'
  return { kind: 'deny', reason }
}

/** The rule that a policy named beside its decision, for the trace. */
function ruleOf(answer: unknown): string | undefined {
  const rule = (answer as { rule?: unknown } | null | undefined)?.rule
  return typeof rule === 'string' ? rule : undefined
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
