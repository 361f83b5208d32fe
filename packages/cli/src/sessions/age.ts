import { counted } from '@millrace/cards'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something was, in a few words; the day itself where that is more than a month. */
export function ageOf(at: number, now: number): string {
  const ms = Math.max(0, now - at)
  if (ms < minute) return 'just now'
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`
  if (ms < day) return `${Math.floor(ms / hour)} h ago`
  if (ms < 31 * day) return `${counted(Math.floor(ms / day), 'day')} ago`
  return dayOf(at) ?? 'long ago'
}

/** In UTC, so that no machine's settings can change it; `undefined` for a time that no calendar has. */
export function instantOf(at: number): string | undefined {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function dayOf(at: number): string | undefined {
  return instantOf(at)?.split('T')[0]
}
