import { escapeVisible, shown } from '@millrace/protocol'

/** A path in a message, whole, with nothing in it that hides or forges. */
export function quotedPath(path: string): string {
  return `"${escapeVisible(path)}"`
}

/** A value that a log or a caller gave, in a message: short, of any kind and depth, with nothing in it that hides or forges. */
export function quoted(value: unknown): string {
  if (typeof value === 'string') return `"${shown(value)}"`
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return String(value)
}
