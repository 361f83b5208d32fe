import { escapeVisible } from '@millrace/protocol'
import type { Unreadable } from './skipped.ts'

/** What the values of all searches tell beside what they found. */
export interface SearchFacts {
  readonly path: string
  readonly skipped: Readonly<Record<string, number>>
  readonly unreadable?: readonly Unreadable[]
  readonly startIgnored?: true
  readonly incomplete?: true
}

const reasons: Readonly<Record<string, string>> = {
  ignored: 'ignored',
  hidden: 'hidden',
  binary: 'binary',
  tooLarge: 'too large',
  special: 'links or special files',
  unreadable: 'unreadable',
}

/** Notes in brackets for the model, so that a search which did not look is told from one that did not find. */
export function searchNotes(facts: SearchFacts): string[] {
  const notes: string[] = []
  if (facts.incomplete === true)
    notes.push('the time limit ended the search early: the counts are not complete')
  if (facts.startIgnored === true) {
    notes.push(`${escapeVisible(facts.path)} is hidden by ignore rules and was searched because it was named`)
  }
  const skipped = Object.entries(reasons)
    .filter(([kind]) => (facts.skipped[kind] ?? 0) > 0)
    .map(([kind, word]) => `${facts.skipped[kind]} ${word}`)
  if (skipped.length > 0) notes.push(`skipped: ${skipped.join(', ')}; a folder counts once`)
  const named = facts.unreadable?.map(({ path, code }) => `${escapeVisible(path)} (${code})`) ?? []
  if (named.length > 0) notes.push(`not readable: ${named.join(', ')}`)
  return notes.map((note) => `[${note}]`)
}
