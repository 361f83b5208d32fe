import type { CallCounts, ModelName, Totals } from '@millrace/protocol'
import { duration, tokens } from '../text/count.ts'
import type { CardWords, FooterWords } from '../words/card-words.ts'
import { english } from '../words/english.ts'

/** What a footer says beside the totals. */
export interface FooterFacts {
  readonly model?: ModelName
  /** Id of the session; its first 8 characters are shown. */
  readonly session?: string
}

/** Digits of an id that are shown. */
const shownDigits = 8

/** `4 calls: 4 ok`, `9.4s (tools 6.3s)`, `tokens 2.1k in 0.3k out`, `cost n/a (no price known)`, `session 7f3a81c2`. */
export function footerFacts(
  { calls, usage, ms, toolMs, cost }: Totals,
  { model, session }: FooterFacts,
  { footer }: CardWords = english,
): string[] {
  const { cachedInput = 0 } = usage
  const cached = cachedInput > 0 ? tokens(cachedInput) : undefined
  return [
    callWords(calls, footer),
    footer.time(duration(ms), toolMs > 0 ? duration(toolMs) : undefined),
    footer.tokens(tokens(usage.input), cached, tokens(usage.output)),
    cost === undefined
      ? footer.noCost[model?.provider === 'scripted' ? 'scripted' : 'no price']
      : footer.cost(money(cost)),
    ...(session === undefined ? [] : [footer.session(shortId(session))]),
  ]
}

/** A session's id as people see it. */
export function shortId(id: string): string {
  return id.slice(0, shownDigits)
}

function callWords({ done, failed, denied, cancelled }: CallCounts, words: FooterWords): string {
  const ends = [
    ['done', done],
    ['failed', failed],
    ['denied', denied],
    ['cancelled', cancelled],
  ] as const
  const total = done + failed + denied + cancelled
  return total === 0
    ? words.noCalls
    : words.calls(
        total,
        ends.filter(([, number]) => number > 0),
      )
}

/** Four digits behind the point for what costs less than a unit, two for the rest. */
function money(cost: number): string {
  return cost.toFixed(cost < 1 ? 4 : 2)
}
