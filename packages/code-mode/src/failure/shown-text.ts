import { escapeVisible } from '@millrace/protocol'
import { headOf } from '@millrace/schema'

/** UTF-16 units of a name in an account. */
const longestName = 60

/** The name of a tool or a function, in one line and bounded. */
export function nameShown(name: string): string {
  return bounded(escapeVisible(headOf(name, longestName * 2)), longestName)
}

/** Lines of untrusted text: nothing in them hides, and those after the first are set in, so that they forge no part. */
export function linesShown(text: string, length: number): string {
  const start = headOf(text, length)
  const shown = escapeVisible(start, { lines: true }).replaceAll('\n', '\n  ')
  return bounded(shown + (start.length < text.length ? '…' : ''), length)
}

/** The beginning of a text, with a mark where something was left out. */
export function bounded(text: string, length: number): string {
  return text.length <= length ? text : `${headOf(text, length - 1)}…`
}
