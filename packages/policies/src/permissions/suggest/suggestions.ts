import { compileRule } from '../book/compiled-rule.ts'
import { RuleIndex } from '../book/rule-index.ts'
import type { Touched } from '../call/touched.ts'
import type { Circumstances } from '../judge/circumstances.ts'
import { decisivePart, judgeCall } from '../judge/judge-call.ts'
import { PermissionError } from '../permission-error.ts'
import { parseRule } from '../rules/parse-rule.ts'

const most = 4

/** Rules each of which alone would allow a call that is asked about, narrowest first. */
export function suggestions(c: Circumstances, call: Touched, found: readonly string[]): string[] {
  return [...new Set(found)].filter((rule) => wouldAllow(c, call, rule)).slice(0, most)
}

function wouldAllow(c: Circumstances, call: Touched, text: string): boolean {
  try {
    const tried = new RuleIndex('allow')
    tried.add(compileRule(parseRule(text, c.bases), 'allow', { rule: text }, 'tried'))
    return decisivePart(judgeCall({ ...c, tried }, call)).verdict === 'allow'
  } catch (error) {
    // What a call names need not fit into a rule.
    if (error instanceof PermissionError) return false
    throw error
  }
}
