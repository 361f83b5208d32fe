import { nearest } from '@millrace/schema'

/** What somebody may have meant, as advice. */
export function meant(name: string, known: Iterable<string>): string[] {
  const near = nearest(name, known)
  return near.length === 0 ? [] : [`did you mean ${near.join(' or ')}?`]
}
