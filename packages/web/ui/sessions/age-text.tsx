import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { dateAndTime, dayOf } from '../words/times.ts'
import { ageOf } from './age.ts'
import { sessionsWords } from './words.ts'

const now = signal(Date.now())
setInterval(() => (now.value = Date.now()), 30_000)

/** How long ago something was; the exact time is there for whoever points at it. */
export function AgeText({ time }: { readonly time: number }): JSX.Element {
  return (
    <time class="sessions-age" title={dateAndTime(time)}>
      {words(time)}
    </time>
  )
}

function words(time: number): string {
  const { now: justNow, minutes, hours, days } = sessionsWords.value
  // A session that was written to since the last look at the clock is not from the future.
  const age = ageOf(time, Math.max(now.value, time))
  switch (age.unit) {
    case 'now':
      return justNow
    case 'minutes':
      return minutes(age.amount)
    case 'hours':
      return hours(age.amount)
    case 'days':
      return days(age.amount)
    case 'date':
      return dayOf(time)
  }
}
