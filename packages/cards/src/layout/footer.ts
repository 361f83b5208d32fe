import type { CallCounts, ModelName, Totals } from '@millrace/protocol'
import { count, counted, duration, tokens } from '../text/count.ts'

/** What a footer says beside the totals. */
export interface FooterFacts {
  readonly model?: ModelName
  /** Id of the session; its first 8 characters are shown. */
  readonly session?: string
}

/** Digits of an id that are shown. */
const shownDigits = 8

/** `4 calls: 4 ok`, `9.4s (tools 6.3s)`, `tokens 2.1k in 0.3k out`, `cost n/a (no price known)`, `session 7f3a81c2`. */
export function footerFacts({ calls, usage, ms, toolMs, cost }: Totals, facts: FooterFacts): string[] {
  const { cachedInput = 0 } = usage
  const cached = cachedInput > 0 ? ` (${tokens(cachedInput)} cached)` : ''
  return [
    callWords(calls),
    toolMs > 0 ? `${duration(ms)} (tools ${duration(toolMs)})` : duration(ms),
    `tokens ${tokens(usage.input)} in${cached} ${tokens(usage.output)} out`,
    `cost ${cost === undefined ? `n/a (${whyNoCost(facts)})` : money(cost)}`,
    ...(facts.session === undefined ? [] : [`session ${shortId(facts.session)}`]),
  ]
}

/** A session's id as people see it. */
export function shortId(id: string): string {
  return id.slice(0, shownDigits)
}

function callWords({ done, failed, denied, cancelled }: CallCounts): string {
  const ends = [
    [done, 'ok'],
    [failed, 'failed'],
    [denied, 'denied'],
    [cancelled, 'cancelled'],
  ] as const
  const total = done + failed + denied + cancelled
  if (total === 0) return 'no calls'
  const parts = ends.filter(([number]) => number > 0).map(([number, word]) => `${count(number)} ${word}`)
  return `${counted(total, 'call')}: ${parts.join(', ')}`
}

function whyNoCost({ model }: FooterFacts): string {
  return model?.provider === 'scripted' ? 'scripted' : 'no price known'
}

/** Four digits behind the point for what costs less than a unit, two for the rest. */
function money(cost: number): string {
  return cost.toFixed(cost < 1 ? 4 : 2)
}
