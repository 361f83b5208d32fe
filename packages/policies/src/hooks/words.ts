import { escapeVisible } from '@millrace/protocol'
import type { Hook } from './read-settings.ts'

const longestReason = 10_000
const longestCommand = 200

/** What a hook said, safe to show and of a bounded length; without the white space around it. */
export function said(text: string): string {
  const shown = escapeVisible(text.slice(0, longestReason).trim(), { lines: true })
  return text.length > longestReason
    ? `${shown} … (${text.length - longestReason} further characters left out)`
    : shown
}

/** Which hook it is: what stands in the settings, so that a person finds it. */
export function named({ event, command, args = [] }: Hook): string {
  const line = [command, ...args].join(' ')
  const cut = line.length > longestCommand ? `${line.slice(0, longestCommand)}…` : line
  return `${event} hook "${escapeVisible(cut)}"`
}
