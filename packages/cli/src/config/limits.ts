import type { LimitSettings } from './file-settings.ts'

/** What agents may use, as settings name it. */
export const limitNames = ['steps', 'turns', 'calls', 'seconds', 'tokens', 'cost'] as const

/** A timer takes no more. In seconds. */
const mostSeconds = 2_000_000

/** What was expected in the place of a value that is no such limit; `undefined` where it is one. */
export function limitProblem(name: keyof LimitSettings, value: unknown): string | undefined {
  const isPositive = typeof value === 'number' && Number.isFinite(value) && value > 0
  if (name === 'cost') return isPositive ? undefined : 'a number above 0, in the currency of the prices'
  if (name === 'seconds')
    return isPositive && value <= mostSeconds ? undefined : `seconds above 0, at most ${mostSeconds}`
  return isPositive && Number.isSafeInteger(value) ? undefined : 'a whole number of at least 1'
}
