import { hash } from 'node:crypto'

/** UTF-16 units up to which a text stands for itself: so few cost no more than a hash, and need none. */
const shortText = 64

/** A short text that stands for a text of any length. */
export function fingerprint(text: string): string {
  return text.length <= shortText ? text : `#${hash('sha256', text, 'base64')}`
}
