import { Lines } from '../change/lines.ts'
import type { Pace } from '../workspace/pace.ts'
import { occurrencesOf } from './occurrences.ts'
import type { SourceText } from './source-text.ts'

/** Places that are named. */
const mostNamed = 10

/** What to say of an old text that stands at several places. */
export async function ambiguity(
  source: SourceText,
  oldText: string,
  total: number,
  pace: Pace,
): Promise<string> {
  const { text } = source.viewFor(oldText)
  const lines = await Lines.of(text, pace)
  const { starts } = await occurrencesOf(text, oldText, mostNamed, pace)
  const named = [...new Set(starts.map((start) => lines.lineAt(start) + 1))]
  const more = total > starts.length ? ' and others' : ''
  return (
    `oldText is in the file ${total} times, at line${named.length === 1 ? '' : 's'} ${named.join(', ')}${more}. ` +
    'Add lines around the place that is meant until it is there once, or set replaceAll to replace it everywhere.'
  )
}
