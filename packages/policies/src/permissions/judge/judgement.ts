import { shown } from '@millrace/protocol'
import type { PartVerdict, RuleList } from '../contract.ts'
import type { CompiledRule } from '../book/compiled-rule.ts'

/** What is decided about one thing, and why. */
export interface Judgement {
  readonly verdict: RuleList
  /** In words, for a person. */
  readonly reason: string
  readonly rule?: CompiledRule
}

const strictness: Readonly<Record<RuleList, number>> = { allow: 0, ask: 1, deny: 2 }

/** Whether the first verdict is stricter. */
export function isStricter(a: RuleList, b: RuleList): boolean {
  return strictness[a] > strictness[b]
}

/** The strictest of what was decided, of several the first. */
export function strictest<T extends { readonly verdict: RuleList }>(first: T, ...others: readonly T[]): T {
  return others.reduce((worst, next) => (isStricter(next.verdict, worst.verdict) ? next : worst), first)
}

export const allowed = (reason: string): Judgement => ({ verdict: 'allow', reason })
export const asks = (reason: string): Judgement => ({ verdict: 'ask', reason })
export const denied = (reason: string): Judgement => ({ verdict: 'deny', reason })

/** What a rule decides. */
export function byRule(rule: CompiledRule): Judgement {
  const { list, broken, written } = rule
  if (broken !== undefined) {
    const place = written.place === undefined ? '' : ` in ${shown(written.place)}`
    const why = `a rule that ${list === 'deny' ? 'denies' : 'asks'}${place} cannot be read, so it counts for all: ${broken}`
    return { verdict: list, reason: why, rule }
  }
  const said = written.reason === undefined ? '' : `: ${shown(written.reason)}`
  const verb = { allow: 'allows it', ask: 'asks', deny: 'denies it' }[list]
  return { verdict: list, reason: `${ruleInWords(rule)} ${verb}${said}`, rule }
}

/** `rule Bash(git push *) of millrace.jsonc:14`. */
export function ruleInWords({ rule, written, layer }: CompiledRule): string {
  return `rule ${shown(rule.text)} of ${written.place === undefined ? `the ${shown(layer)} rules` : shown(written.place)}`
}

/** How a verdict names one program of a command. */
export const programPart = (tool: string, text: string): string => `${tool}(${shown(text)})`

/** A judgement as a verdict about one part of a call. */
export function partVerdict(part: string, judgement: Judgement, via: readonly string[] = []): PartVerdict {
  const { verdict, reason, rule } = judgement
  return {
    part,
    verdict,
    ...(rule && { rule: rule.written, layer: rule.layer }),
    reason,
    ...(via.length > 0 && { via }),
  }
}
