import { compileRule, type CompiledRule } from '../book/compiled-rule.ts'
import type { KeptRule } from '../book/rule-book.ts'
import { RuleIndex } from '../book/rule-index.ts'
import type { Touched } from '../call/touched.ts'
import type { RuleSet, TriedRules } from '../contract.ts'
import { idleReason, type Surroundings } from '../explain/idle.ts'
import type { Circumstances } from '../judge/circumstances.ts'
import { decisivePart, judgeCall, type Parts } from '../judge/judge-call.ts'
import { PermissionError } from '../permission-error.ts'
import { parseRule } from '../rules/parse-rule.ts'
import type { Bases } from '../rules/paths.ts'

/** The verdict about a call if these rules allowed, beside those that there are. */
export function judgedWith(c: Circumstances, call: Touched, rules: Iterable<CompiledRule>): Parts {
  const tried = new RuleIndex('allow')
  for (const rule of rules) tried.add(rule)
  return judgeCall({ ...c, tried }, call)
}

/** What rules would do for a call, and why they are not worth keeping for it. */
export function tryRules(c: Circumstances, call: Touched, texts: RuleSet, around: Surroundings): TriedRules {
  const read = texts.map((text) => readRule(text, c.bases))
  const compiled = read.flatMap((rule) => rule.compiled ?? [])
  const { verdict, reason } = decisivePart(judgedWith(c, call, compiled))
  const unreadable = read.find(({ problem }) => problem !== undefined)?.problem
  if (unreadable !== undefined) return { verdict, problem: unreadable }
  if (verdict === 'allow') return { verdict }
  const idle = read.map((rule) => idleReason(rule, around)).find((why) => why !== undefined)
  const which = texts.length === 1 ? 'this rule' : 'these rules'
  const end = verdict === 'ask' ? 'asked about' : 'denied'
  return { verdict, problem: `with ${which} the call would be ${end} all the same: ${idle ?? reason}` }
}

/** A text as the rule that it would be. */
function readRule(text: string, bases: Bases): KeptRule {
  const kept = { list: 'allow', written: { rule: text }, layer: 'tried' } as const
  try {
    return { ...kept, compiled: compileRule(parseRule(text, bases), 'allow', kept.written, kept.layer) }
  } catch (error) {
    if (error instanceof PermissionError) return { ...kept, problem: error.message }
    throw error
  }
}
