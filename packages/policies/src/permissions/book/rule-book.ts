import type { RuleLayer, RuleList, RuleProblem, WrittenRule } from '../contract.ts'
import { PermissionError } from '../permission-error.ts'
import { parseRule, widestToolOf } from '../rules/parse-rule.ts'
import type { Bases } from '../rules/paths.ts'
import type { Rule } from '../rules/rule.ts'
import { compileRule, type CompiledRule } from './compiled-rule.ts'
import { RuleIndex } from './rule-index.ts'
import { selfTest } from './self-test.ts'

/** A rule of a layer, read or not. */
export interface KeptRule {
  readonly list: RuleList
  readonly written: WrittenRule
  readonly layer: string
  /** None where it could not be read. */
  readonly compiled?: CompiledRule
  /** Why it does not count although it can be read. */
  readonly ignored?: string
  readonly problem?: string
}

/** All rules, compiled once. */
export interface RuleBook {
  readonly allow: RuleIndex
  readonly ask: RuleIndex
  readonly deny: RuleIndex
  readonly kept: readonly KeptRule[]
  readonly problems: readonly RuleProblem[]
}

const lists: readonly RuleList[] = ['deny', 'ask', 'allow']

/**
 * Compiles the rules of all layers. One that cannot be read is reported; where it would allow, it is skipped, and where
 * it would ask or deny, it does so for all calls of the tool that it names, or, where that cannot be told, of every tool
 * with effects.
 */
export function compileRules(layers: readonly RuleLayer[], bases: Bases): RuleBook {
  const kept: KeptRule[] = []
  for (const layer of layers) {
    for (const list of lists) {
      for (const written of layer[list]) kept.push(keep(written, list, layer, bases))
    }
  }
  const indexes = { allow: new RuleIndex('allow'), ask: new RuleIndex('ask'), deny: new RuleIndex('deny') }
  for (const { list, compiled, ignored } of kept) {
    if (compiled !== undefined && ignored === undefined) indexes[list].add(compiled)
  }
  return { ...indexes, kept, problems: kept.flatMap(problemOf) }
}

function keep(written: WrittenRule, list: RuleList, layer: RuleLayer, bases: Bases): KeptRule {
  const kept = { list, written, layer: layer.name }
  let rule: Rule
  try {
    rule = parseRule(written.rule, bases, list !== 'allow')
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error
    const problem = error.message
    if (list === 'allow') return { ...kept, problem }
    const widest = { ...compileRule(widestRule(written.rule), list, written, layer.name), broken: problem }
    return { ...kept, problem, compiled: widest }
  }
  const compiled = compileRule(rule, list, written, layer.name)
  const problem = selfTest(compiled, bases)
  const untrusted = list === 'allow' && !layer.mayGrant
  const ignored = untrusted
    ? `the ${layer.name} settings may not allow anything before their folder is trusted (millrace trust)`
    : list === 'allow'
      ? problem
      : undefined
  return {
    ...kept,
    compiled,
    ...(problem !== undefined && { problem }),
    ...(ignored !== undefined && { ignored }),
  }
}

/** What a rule that cannot be read stands for. */
function widestRule(text: string): Rule {
  const tool = widestToolOf(text.trim())
  return tool === undefined ? { text, tools: [], reaches: [] } : { ...parseRule(tool, undefined, true), text }
}

function problemOf({ list, written, problem }: KeptRule): RuleProblem[] {
  if (problem === undefined) return []
  const { rule, place } = written
  return [{ rule, list, problem, ...(place !== undefined && { place }) }]
}
