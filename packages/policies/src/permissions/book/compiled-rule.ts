import type { RuleList, WrittenRule } from '../contract.ts'
import { foldedPath } from '../rules/path-reach.ts'
import { isExact, specificity, type Reach, type Rule } from '../rules/rule.ts'
import { foldedWords } from '../rules/words.ts'

/** A rule in its list, ready to be asked. */
export interface CompiledRule {
  readonly rule: Rule
  readonly list: RuleList
  readonly written: WrittenRule
  readonly layer: string
  /** As `rule.reaches`; of rules that ask or deny in one case, as they are compared loosely. */
  readonly reaches: readonly Reach[]
  readonly specificity: number
  /** Whether every word of it is spelled out. */
  readonly isExact: boolean
  /** When it ends by itself, in milliseconds since the epoch. */
  readonly until: number | undefined
  /** Why it could not be read; then it stands for all that it may have meant. */
  readonly broken?: string
}

/** Puts a rule that was read into its list. */
export function compileRule(rule: Rule, list: RuleList, written: WrittenRule, layer: string): CompiledRule {
  return {
    rule,
    list,
    written,
    layer,
    reaches:
      list === 'allow'
        ? rule.reaches
        : rule.reaches.map(folded).flatMap((reach) => widened(reach, rule.text)),
    specificity: specificity(rule),
    isExact: isExact(rule),
    until: written.grant?.until,
  }
}

function folded(reach: Reach): Reach {
  if (reach.kind === 'words') return foldedWords(reach)
  if (reach.kind !== 'path' || reach.pattern === undefined) return reach
  return { ...reach, pattern: foldedPath(reach.pattern) }
}

/** `npm run test:*` and `git push:*` mean words of such beginnings here, and whatever follows in Claude Code: both. */
function widened(reach: Reach, text: string): Reach[] {
  if (reach.kind !== 'words' || !/:\*\s*\)$/.test(text)) return [reach]
  const [before = ''] = reach.words.at(-1) ?? []
  const words = reach.words.slice(0, -1)
  const name = before.replace(/:$/, '')
  return [
    { kind: 'words', words: [...words, [`${name}:`, '']], tail: true },
    { kind: 'words', words: [...words, [name]], tail: true },
  ]
}

/**
 * Which of two rules that both decide is named: the narrower one, and between equals the one whose text, layer and
 * place come first, so that no order of rules or layers changes the answer.
 */
export function moreDecisive(a: CompiledRule, b: CompiledRule): CompiledRule {
  if (a.specificity !== b.specificity) return a.specificity > b.specificity ? a : b
  return keyOf(a) <= keyOf(b) ? a : b
}

const keyOf = ({ rule, layer, written }: CompiledRule): string =>
  JSON.stringify([rule.text, layer, written.place ?? '', written.reason ?? '', written.grant?.id ?? ''])

/** Whether a rule still counts. */
export function counts({ until }: CompiledRule, now: () => number): boolean {
  return until === undefined || now() < until
}
