import type { Hunk, Numbered } from './diff-hunk.ts'

/** Unchanged lines that are not shown. */
export interface Gap {
  /** How many; absent where nobody knows. */
  readonly unchanged?: number
  /** Whether the view carries them, so that they can be shown. */
  readonly isFolded: boolean
}

/** Unchanged lines on each side of a change that the folded form shows. */
const context = 2

/** The lines of the hunks of one file and what is between them; folded, without those that are far from a change. */
export function withGaps(hunks: readonly Hunk[], expand: boolean): (Numbered | Gap)[] {
  return hunks.flatMap((hunk, index) => [
    ...gapBetween(hunks[index - 1], hunk),
    ...(expand ? hunk.lines : nearChanges(hunk.lines)),
  ])
}

function gapBetween(previous: Hunk | undefined, next: Hunk): Gap[] {
  const last = previous?.lines.at(-1)
  const first = next.lines[0]
  if (previous === undefined || last === undefined || first === undefined) return []
  if (!previous.isPlaced || !next.isPlaced) return [{ isFolded: false }]
  const unchanged = first.after - last.after - (last.kind === 'removed' ? 0 : 1)
  return unchanged > 0 ? [{ unchanged, isFolded: false }] : []
}

function nearChanges(lines: readonly Numbered[]): (Numbered | Gap)[] {
  const kept: (Numbered | Gap)[] = []
  let far: Numbered[] = []
  const close = (): void => {
    if (far.length === 1) kept.push(...far)
    else if (far.length > 1) kept.push({ unchanged: far.length, isFolded: true })
    far = []
  }
  const isNear = nearness(lines)
  lines.forEach((line, index) => {
    if (isNear[index] !== true) {
      far.push(line)
      return
    }
    close()
    kept.push(line)
  })
  close()
  return kept
}

function nearness(lines: readonly Numbered[]): boolean[] {
  const isNear = lines.map(() => false)
  lines.forEach(({ kind }, index) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, index - context), index + context + 1)
  })
  return isNear
}
