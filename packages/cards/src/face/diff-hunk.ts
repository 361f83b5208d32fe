import type { FileDiff } from '@millrace/protocol'
import { diffLines, type DiffLine } from './diff-lines.ts'

/** A line of a change, with the number it has or had. */
export interface Numbered extends DiffLine {
  /** The number before the change, of the next line where this one is new. */
  readonly before: number
  /** The number after the change, of the next line where this one is gone. */
  readonly after: number
  /** Whether anybody knows where in the file it stands. */
  readonly isPlaced: boolean
}

/** One stretch of a file that changed. */
export interface Hunk {
  readonly lines: readonly Numbered[]
  readonly isPlaced: boolean
  readonly added: number
  readonly removed: number
}

/**
 * The hunks of one file.
 * @param diffs - all of the same path, in the order of the file.
 * @param place - where the first of them begins, if they do not say it themselves.
 */
export function hunksOf(diffs: readonly FileDiff[], place: number | undefined): Hunk[] {
  // Earlier hunks moved the later ones.
  let moved = 0
  return diffs.map((diff) => {
    const lines = diffLines(diff.oldText ?? '', diff.newText)
    const added = lines.filter(({ kind }) => kind === 'added').length
    const removed = lines.filter(({ kind }) => kind === 'removed').length
    const own = diff.line ?? (diff.oldText === null ? 1 : undefined)
    const start = own ?? (diffs.length === 1 ? place : undefined)
    const isPlaced = start !== undefined
    const after = start ?? 1
    const hunk = { lines: numbered(lines, after - moved, after, isPlaced), isPlaced, added, removed }
    moved += added - removed
    return hunk
  })
}

function numbered(
  lines: readonly DiffLine[],
  firstBefore: number,
  firstAfter: number,
  isPlaced: boolean,
): Numbered[] {
  let before = firstBefore
  let after = firstAfter
  return lines.map((line) => {
    const each = { ...line, before, after, isPlaced }
    if (line.kind !== 'added') before++
    if (line.kind !== 'removed') after++
    return each
  })
}
