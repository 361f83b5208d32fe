import { FileError } from '@millrace/host'
import { changeLimits } from '../change/limits.ts'
import { composed, spliced, splicedLength, type Region } from '../change/splice.ts'
import type { Pace } from '../workspace/pace.ts'
import { EditError, type EditErrorCode } from './edit-error.ts'
import { explainMiss } from './explain-miss.ts'
import { ambiguity } from './ambiguity.ts'
import { placesOf, type Places } from './places.ts'
import type { Replacement } from './replacement.ts'
import { SourceText } from './source-text.ts'

/** A text after all its replacements. */
export interface EditedText {
  readonly text: string
  /** Where it may differ from the text before. */
  readonly regions: readonly Region[]
  /** For each replacement, how many places it replaced. */
  readonly counts: number[]
}

/** Of replacements that cannot be made, so many are explained in full, as that takes time and room. */
const mostExplained = 3

interface Problem {
  readonly code: EditErrorCode
  readonly message: string
}

/**
 * Makes replacements in order, each in the result of those before it; all of them or none.
 *
 * @param path - for messages.
 * @throws EditError that tells of every replacement that cannot be made, FileError `FS_TOO_LARGE`.
 */
export async function applyEdits(
  original: string,
  edits: readonly Replacement[],
  path: string,
  pace: Pace,
): Promise<EditedText> {
  const problems: Problem[] = []
  const counts: number[] = []
  const first = new SourceText(original)
  let source = first
  let regions: readonly Region[] = []
  for (const [index, edit] of edits.entries()) {
    const places = await placesOf(source, edit, pace)
    const problem = await problemOf(places, edit, source, problems.length < mostExplained, pace)
    if (problem !== undefined) {
      const wasThere = places.total === 0 && source !== first && (await placesOf(first, edit, pace)).total > 0
      problems.push(named(problem, index, edits.length, wasThere))
      continue
    }
    counts.push(places.count)
    if (places.splices.length === 0) continue
    if (splicedLength(source.text, places.splices) > changeLimits.fileBytes) throw tooLarge(path)
    regions = composed(regions, places.splices)
    source = new SourceText(spliced(source.text, places.splices))
    if (pace.isDue) await pace.rest()
  }
  const [worst] = problems
  if (worst === undefined) return { text: source.text, regions, counts }
  throw new EditError(worst.code, problems.map(({ message }) => message).join('\n'), path)
}

/** The error for a file that would be larger than files may be that are written here. */
export function tooLarge(path: string): FileError {
  return new FileError(
    'FS_TOO_LARGE',
    path,
    `would be larger than ${changeLimits.fileBytes} bytes, the most that is written`,
  )
}

async function problemOf(
  { total, count }: Places,
  edit: Replacement,
  source: SourceText,
  isExplained: boolean,
  pace: Pace,
): Promise<Problem | undefined> {
  if (total === 0) {
    const why = isExplained ? await explainMiss(source, edit.oldText, pace) : 'see whether it is right'
    return { code: 'EDIT_NO_MATCH', message: `oldText is not in the file; ${why}` }
  }
  if (edit.replaceAll !== true && total > 1) {
    return { code: 'EDIT_AMBIGUOUS', message: await ambiguity(source, edit.oldText, total, pace) }
  }
  if (count <= changeLimits.places) return undefined
  const most = changeLimits.places
  const message = `oldText is in the file at more than ${most} places, the most that one call replaces; use a more specific oldText, or another program`
  return { code: 'EDIT_TOO_MANY', message }
}

function named({ code, message }: Problem, index: number, count: number, wasThere: boolean): Problem {
  const which = count === 1 ? '' : `edit ${index + 1} of ${count}: `
  const earlier = wasThere
    ? ' It was there before the other edits of this call: each edit works on the result of those before it.'
    : ''
  return { code, message: `${which}${message}${earlier}` }
}
