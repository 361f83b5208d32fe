import type { Usage } from '@millrace/protocol'
import type { ModelPrice } from '../contract/model.ts'

/** What tokens cost; `undefined` where there is no price. */
export function costOf(usage: Usage, price: ModelPrice | undefined): number | undefined {
  if (price === undefined) return undefined
  const cached = Math.min(usage.cachedInput ?? 0, usage.input)
  const cachedPrice = price.cachedInput ?? price.input
  const millionths = (usage.input - cached) * price.input + cached * cachedPrice + usage.output * price.output
  return millionths / 1_000_000
}
