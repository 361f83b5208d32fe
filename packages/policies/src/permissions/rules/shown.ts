import { escapeVisible } from '@millrace/protocol'

/** Characters of a foreign text that a message shows. */
const mostShown = 200

/** A foreign text as part of a message: short, and nothing in it that hides or forges. */
export function shown(text: string): string {
  // Nearly every text is short and plain, and this is on the path of each call.
  if (text.length <= mostShown && /^[\x20-\x7e]*$/.test(text)) return text
  const start = Array.from(text.slice(0, mostShown * 2))
    .slice(0, mostShown)
    .join('')
  return escapeVisible(start) + (start.length < text.length ? '…' : '')
}
