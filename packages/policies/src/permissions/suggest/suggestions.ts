import { compileRule, type CompiledRule } from '../book/compiled-rule.ts'
import type { Touched } from '../call/touched.ts'
import type { RuleSet } from '../contract.ts'
import type { Circumstances } from '../judge/circumstances.ts'
import { decisivePart, type Parts } from '../judge/judge-call.ts'
import { PermissionError } from '../permission-error.ts'
import { parseRule } from '../rules/parse-rule.ts'
import { candidates } from './candidates.ts'
import { judgedWith } from './trial.ts'

/** How many are offered, and how many tried; a call of more than so many paths or questions is past a few rules. */
const most = { offered: 4, together: 4, tried: 16, paths: 200, questions: 8 }

/** Whether these rules allow the call, beside those that there are. */
type Trial = (rules: RuleSet) => boolean

/** Rules each set of which would allow a call that is asked about, narrowest first. */
export function suggestions(c: Circumstances, call: Touched, parts: Parts): RuleSet[] {
  const paths = call.commands.flatMap((reading) =>
    reading.kind === 'parts' ? reading.parts.flatMap((part) => part.paths) : [],
  )
  const questions = parts.filter(({ verdict }) => verdict !== 'allow').length
  if (questions === 0 || questions > most.questions || paths.length > most.paths) return []
  const settled = new Set(parts.flatMap(({ part, verdict }) => (verdict === 'allow' ? [part] : [])))
  const { narrow, wide, tool } = candidates(call, c.bases, settled)
  const compiled = compiledRules(c, [...narrow, ...wide.values(), ...(tool === undefined ? [] : [tool])])
  const all = [...compiled.keys()]
  const allows: Trial = (rules) => wouldAllow(c, call, compiled, rules)
  const narrowest = narrow.filter((rule) => compiled.has(rule)).slice(0, most.tried)
  const wider = [...new Set(narrowest.map((rule) => wide.get(rule) ?? rule))]
  const exact = neededOf(narrowest, allows)
  // Where the narrow ones cannot be offered, the wide ones would be taken for them.
  if (tool === undefined && narrowest.length > 0 && !isOffered(exact)) return []
  const alone = all.slice(0, most.tried).map((rule) => [rule])
  const found = [exact, ...alone.filter(allows), neededOf(wider, allows)]
  return distinct(found.filter(isOffered)).slice(0, most.offered)
}

function isOffered(rules: RuleSet): boolean {
  return rules.length > 0 && rules.length <= most.together
}

/** What a call needs of some rules; none where all of them do not allow it. */
function neededOf(rules: RuleSet, allows: Trial): RuleSet {
  if (!allows(rules)) return []
  // What comes last, such as a path of a program, may be covered by what comes first.
  return rules.toReversed().reduce((kept, rule) => {
    const others = kept.filter((other) => other !== rule)
    return allows(others) ? others : kept
  }, rules)
}

function compiledRules(c: Circumstances, rules: RuleSet): Map<string, CompiledRule> {
  return new Map(rules.flatMap((text) => compiledRule(c, text)))
}

/** What a call names need not fit into a rule. */
function compiledRule({ bases }: Circumstances, text: string): [] | [[string, CompiledRule]] {
  try {
    return [[text, compileRule(parseRule(text, bases), 'allow', { rule: text }, 'tried')]]
  } catch (error) {
    if (error instanceof PermissionError) return []
    throw error
  }
}

function wouldAllow(
  c: Circumstances,
  call: Touched,
  compiled: ReadonlyMap<string, CompiledRule>,
  rules: RuleSet,
): boolean {
  const known = rules.flatMap((text) => compiled.get(text) ?? [])
  return known.length === rules.length && decisivePart(judgedWith(c, call, known)).verdict === 'allow'
}

function distinct(sets: readonly RuleSet[]): RuleSet[] {
  return [...new Map(sets.map((rules) => [JSON.stringify(rules), rules])).values()]
}
