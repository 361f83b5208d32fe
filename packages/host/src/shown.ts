import { escapeVisible } from '@millrace/protocol'

/** Characters of a text from outside that a message shows. */
const shownLength = 200

/** The start of a text from outside, safe to show. */
export function shown(text: string): string {
  const start = Array.from(text.slice(0, shownLength * 2))
    .slice(0, shownLength)
    .join('')
  return escapeVisible(start) + (start.length < text.length ? '…' : '')
}
