import { diffArrays } from 'diff'

/** One line of a comparison. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/**
 * Beyond so many changed lines everything is shown as replaced, which is true but less fine. A limit by
 * count, not by time: a replay must show what was shown live.
 */
const mostEdits = 2_000

/** What changed between two lists of lines. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: mostEdits })
  if (changes === undefined) return [...before.map(marked('removed')), ...after.map(marked('added'))]
  return changes.flatMap(({ added, removed, value }) =>
    value.map(marked(added ? 'added' : removed ? 'removed' : 'same')),
  )
}

function marked(kind: DiffLine['kind']): (text: string) => DiffLine {
  return (text) => ({ kind, text })
}
