import { compileRule } from '../book/compiled-rule.ts'
import { RuleIndex } from '../book/rule-index.ts'
import type { Touched } from '../call/touched.ts'
import type { Circumstances } from '../judge/circumstances.ts'
import { decisivePart, judgeCall, type Parts } from '../judge/judge-call.ts'
import { PermissionError } from '../permission-error.ts'
import { parseRule } from '../rules/parse-rule.ts'
import { candidates } from './candidates.ts'

/** How many are offered, and how many tried; a call of more than so many paths or questions is past one rule. */
const most = { offered: 4, tried: 16, paths: 200, questions: 8 }

/** Rules each of which alone would allow a call that is asked about, narrowest first. */
export function suggestions(c: Circumstances, call: Touched, parts: Parts): string[] {
  const paths = call.commands.flatMap((reading) =>
    reading.kind === 'parts' ? reading.parts.flatMap((part) => part.paths) : [],
  )
  const questions = parts.filter(({ verdict }) => verdict !== 'allow').length
  if (call.fault !== undefined || paths.length > most.paths || questions > most.questions) return []
  const settled = new Set(parts.flatMap(({ part, verdict }) => (verdict === 'allow' ? [part] : [])))
  const found = [...new Set(candidates(call, c.bases, settled))].slice(0, most.tried)
  return found.filter((rule) => wouldAllow(c, call, rule)).slice(0, most.offered)
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
