import { escapeVisible } from '@millrace/protocol'
import { skippedParts, type Unreadable } from './skipped.ts'

/** Why a search is incomplete. */
export const timeLimitNote = 'the time limit ended the search early'
export const tooManyOpenNote = 'too many files were open to search all'

/** What the values of all searches tell beside what they found. */
export interface SearchFacts {
  readonly path: string
  readonly skipped: Readonly<Record<string, number>>
  readonly unreadable?: readonly Unreadable[]
  readonly startIgnored?: true
  readonly incomplete?: true
  readonly tooManyOpen?: true
}

/** Notes in brackets for the model, so that a search which did not look is told from one that did not find. */
export function searchNotes(facts: SearchFacts): string[] {
  const notes: string[] = []
  if (facts.incomplete === true) {
    const why = facts.tooManyOpen === true ? tooManyOpenNote : timeLimitNote
    notes.push(`${why}: the counts are not complete`)
  }
  if (facts.startIgnored === true) {
    notes.push(`${escapeVisible(facts.path)} is hidden by ignore rules and was searched because it was named`)
  }
  const skipped = skippedParts(facts.skipped)
  if (skipped.length > 0) notes.push(`skipped: ${skipped.join(', ')}; a folder counts once`)
  const named = facts.unreadable?.map(({ path, code }) => `${escapeVisible(path)} (${code})`) ?? []
  if (named.length > 0) notes.push(`not readable: ${named.join(', ')}`)
  return notes.map((note) => `[${note}]`)
}
