import { countLineFeeds, withLineEnd, type LineEnd, type LineEndView } from '../change/line-ends.ts'
import { changeLimits } from '../change/limits.ts'
import type { Splice } from '../change/splice.ts'
import { difference } from '../change/trimmed.ts'
import type { Pace } from '../workspace/pace.ts'
import { occurrencesOf } from './occurrences.ts'
import type { Replacement } from './replacement.ts'
import { isExact, type SourceText } from './source-text.ts'

/** Where an old text stands, and what would take its place. */
export interface Places {
  /** How many places there are, overlapping ones included. */
  readonly total: number
  /** How many of them can be replaced, as they do not overlap; counting stops above `changeLimits.places`. */
  readonly count: number
  /** What to make, in order and apart: in each place, what differs between the old text and the new one. */
  readonly splices: Splice[]
}

/**
 * Finds the places of an old text. LF in the new text becomes what most lines of the place end in, or else most
 * lines of the file. Where the old text has CRLF, both texts are taken as they are written.
 */
export async function placesOf(source: SourceText, edit: Replacement, pace: Pace): Promise<Places> {
  const { oldText, newText } = edit
  const view = source.viewFor(oldText)
  const { starts, total } = await occurrencesOf(view.text, oldText, changeLimits.places + 1, pace)
  const [part] = partsThatDiffer(edit)
  if (part === undefined) return { total, count: starts.length, splices: [] }
  const added = newText.slice(part.newStart, part.newEnd)
  const written = isExact(oldText) ? () => added : writtenAt(added, view, countLineFeeds(oldText))
  const splices = starts.map((start) => ({
    start: view.sourceOf(start + part.oldStart),
    end: view.sourceOf(start + part.oldEnd),
    text: written(start, start + oldText.length),
  }))
  return { total, count: starts.length, splices }
}

/** Without what old and new text have in common, whose line ends must stay what they are. */
function partsThatDiffer({ oldText, newText }: Replacement): ReturnType<typeof difference> {
  const isTrimmed = oldText === newText || isExact(oldText) || !newText.includes('\r\n')
  if (isTrimmed) return difference(oldText, newText)
  return [{ oldStart: 0, oldEnd: oldText.length, newStart: 0, newEnd: newText.length }]
}

/** A text as it is written at a place: with LF, or with CRLF. */
function writtenAt(
  added: string,
  view: LineEndView,
  lineEnds: number,
): (start: number, end: number) => string {
  if (!added.includes('\n')) return () => added
  const forms: Record<LineEnd, string> = { '\n': added, '\r\n': withLineEnd(added, '\r\n') }
  const { usualEnd } = view
  return (start, end) => {
    const pairs = view.pairsWithin(start, end)
    if (pairs * 2 === lineEnds) return forms[usualEnd]
    return forms[pairs * 2 > lineEnds ? '\r\n' : '\n']
  }
}
