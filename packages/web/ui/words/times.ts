import { language } from './words.ts'

/** What stands where a log has no time that could be one. */
const none = '—'

function locale(): string {
  return language.value === 'ja' ? 'ja-JP' : 'en-GB'
}

/** The time of day as the person's clock shows it, with seconds. Times are in milliseconds since the epoch here. */
export function timeOfDay(ms: number): string {
  const date = new Date(ms)
  return isTime(date) ? date.toLocaleTimeString(locale(), { hour12: false }) : none
}

/** Date and time, to the second. */
export function dateAndTime(ms: number): string {
  const date = new Date(ms)
  return isTime(date) ? date.toLocaleString(locale(), { hour12: false }) : none
}

/** Date and time, to the millisecond: what is looked for in other logs. */
export function exactTime(ms: number): string {
  const date = new Date(ms)
  return isTime(date) ? `${dateAndTime(ms)}.${String(date.getMilliseconds()).padStart(3, '0')}` : none
}

/** The day alone. */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  return isTime(date) ? date.toLocaleDateString(locale(), { dateStyle: 'medium' }) : none
}

function isTime(date: Date): boolean {
  return !Number.isNaN(date.getTime())
}
