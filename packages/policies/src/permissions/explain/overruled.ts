import type { ListedRule } from '../contract.ts'
import type { KeptRule } from '../book/rule-book.ts'
import { RuleIndex } from '../book/rule-index.ts'
import type { Touched } from '../call/touched.ts'
import type { Circumstances } from '../judge/circumstances.ts'
import { judgeCall, type Parts } from '../judge/judge-call.ts'
import { isStricter } from '../judge/judgement.ts'

/** The same parts, each with the rules that would have decided about it if no stricter one had. */
export function withOverruled(
  c: Circumstances,
  call: Touched,
  parts: Parts,
  kept: readonly KeptRule[],
): Parts {
  const losers = kept.filter(({ list, compiled, ignored }) => {
    const mayLose = compiled !== undefined && ignored === undefined
    return mayLose && parts.some(({ verdict }) => isStricter(verdict, list))
  })
  const alone = losers.map((loser) => ({ loser, parts: judgeCall(only(c, loser), call) }))
  const [first, ...rest] = parts.map((part) => {
    const overruled = alone.flatMap(({ loser, parts: judged }): ListedRule[] => {
      const { list, written, layer } = loser
      const decided = judged.some((other) => other.part === part.part && other.rule === written)
      return decided && isStricter(part.verdict, list) ? [{ list, rule: written, layer }] : []
    })
    return overruled.length === 0 ? part : { ...part, overruled }
  })
  return first === undefined ? parts : [first, ...rest]
}

/** As if there were no other rule. */
function only(c: Circumstances, { list, compiled }: KeptRule): Circumstances {
  const indexes = { allow: new RuleIndex('allow'), ask: new RuleIndex('ask'), deny: new RuleIndex('deny') }
  if (compiled !== undefined) indexes[list].add(compiled)
  const { tried: _, ...rest } = c
  return { ...rest, granted: [], book: { ...c.book, ...indexes } }
}
