/** How long ago something was, in the largest unit that says enough. */
export type Age =
  | { readonly unit: 'now' }
  | { readonly unit: 'minutes' | 'hours' | 'days'; readonly amount: number }
  /** Longer ago than a week: the day says more. */
  | { readonly unit: 'date' }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago a time was; what lies ahead, as by a clock that was set back, is now. */
export function ageOf(time: number, now: number): Age {
  const ms = now - time
  if (ms < minute) return { unit: 'now' }
  if (ms < hour) return { unit: 'minutes', amount: Math.floor(ms / minute) }
  if (ms < day) return { unit: 'hours', amount: Math.floor(ms / hour) }
  return ms < 7 * day ? { unit: 'days', amount: Math.floor(ms / day) } : { unit: 'date' }
}
