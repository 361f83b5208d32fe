import { escapeVisible, shown } from '@millrace/protocol'
import { headOf } from '@millrace/schema'
import type { Hook } from './read-settings.ts'

const longestReason = 10_000

/** What a hook said, safe to show and of a bounded length; without the white space around it. */
export function said(text: string): string {
  const start = escapeVisible(headOf(text, longestReason).trim(), { lines: true })
  return text.length > longestReason
    ? `${start} … (${text.length - longestReason} further characters left out)`
    : start
}

/** Which hook it is: what stands in the settings, so that a person finds it. */
export function named({ event, command, args = [] }: Hook): string {
  return `${event} hook "${shown([command, ...args].join(' '))}"`
}
