import { headOf } from '@millrace/schema'
import { escapeVisible } from './escape.ts'

/** UTF-16 units of a foreign text that a message shows, before they are escaped. */
const mostShown = 200

/** Texts in which nothing hides, as nearly all are. */
const plain = /^[\x20-\x7e]*$/

/**
 * The start of a text from an untrusted source, as part of a message: at most 200 units of it, with a mark where
 * something was left out, and with nothing in it that hides or forges.
 */
export function shown(text: string): string {
  const start = headOf(text, mostShown)
  return (plain.test(start) ? start : escapeVisible(start)) + (start.length < text.length ? '…' : '')
}
