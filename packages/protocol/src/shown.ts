import { headOf } from '@millrace/schema'
import { escapeVisible, type EscapeOptions } from './escape.ts'

/** How much is shown, and how. */
export interface ShownOptions extends EscapeOptions {
  /** UTF-16 units that are shown, before they are escaped. Default 200. */
  readonly most?: number
}

/** Texts in which nothing hides, as nearly all are. */
const plain = /^[\x20-\x7e]*$/

/**
 * The start of a text from an untrusted source, as part of a message: bounded, with a mark where something was left out,
 * and with nothing in it that hides or forges.
 */
export function shown(text: string, { most = 200, ...options }: ShownOptions = {}): string {
  const start = headOf(text, most)
  return (plain.test(start) ? start : escapeVisible(start, options)) + (start.length < text.length ? '…' : '')
}
