/** One line of a comparison. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Above this many pairs of differing lines the middle is shown as replaced, which is true but less fine. */
const maxPairs = 1_000_000

/** What changed between two lists of lines. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++
  return [
    ...before.slice(0, start).map(marked('same')),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(marked('same')),
  ]
}

function marked(kind: DiffLine['kind']): (text: string) => DiffLine {
  return (text) => ({ kind, text })
}

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > maxPairs) {
    return [...before.map(marked('removed')), ...after.map(marked('added'))]
  }
  const common = commonLengths(before, after)
  const columns = after.length + 1
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ kind: 'same', text: before[i]! })
      i++
      j++
    } else if (common[(i + 1) * columns + j]! >= common[i * columns + j + 1]!) {
      lines.push({ kind: 'removed', text: before[i++]! })
    } else {
      lines.push({ kind: 'added', text: after[j++]! })
    }
  }
  return [...lines, ...before.slice(i).map(marked('removed')), ...after.slice(j).map(marked('added'))]
}

/** For each pair of positions, the length of the longest common subsequence of what follows them. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const columns = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * columns)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * columns + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * columns + j + 1]! + 1
          : Math.max(lengths[(i + 1) * columns + j]!, lengths[i * columns + j + 1]!)
    }
  }
  return lengths
}
