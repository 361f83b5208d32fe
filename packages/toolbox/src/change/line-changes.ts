import { diffArrays, type ChangeObject } from 'diff'
import type { Pace } from '../workspace/pace.ts'
import type { Lines } from './lines.ts'
import type { Region } from './splice.ts'

/** Some lines, counted from 0, and what became of them; ends are exclusive. */
export interface LineChange {
  readonly oldFrom: number
  readonly oldTo: number
  readonly newFrom: number
  readonly newTo: number
}

// Bounds by count and not by time: a replay must show what was shown live.
/** Up to so many changed lines a block is compared at once; beyond, others get their turn at every step. */
const fewEdits = 150
/** Beyond so many changed lines a block counts as replaced, which is true but less fine. */
const mostEdits = 500
/** Lines of a block that are compared. */
const mostLines = 20_000

/** The lines that differ, in order. */
export async function lineChanges(
  before: Lines,
  after: Lines,
  regions: readonly Region[],
  pace: Pace,
): Promise<LineChange[]> {
  const changes: LineChange[] = []
  for (const block of blocksOf(before, after, regions)) {
    if (pace.isDue) await pace.rest()
    for (const change of await refined(before, after, block)) changes.push(change)
  }
  return changes
}

/** The whole lines that the regions touch; regions that share a line become one block. */
function blocksOf(before: Lines, after: Lines, regions: readonly Region[]): LineChange[] {
  const blocks: LineChange[] = []
  for (const { oldStart, oldEnd, newStart, newEnd } of regions) {
    // Where a line begins at both ends, the line behind them is the same.
    const beyond = before.beginsAt(oldEnd) && after.beginsAt(newEnd) ? 0 : 1
    const block = {
      oldFrom: before.lineAt(oldStart),
      oldTo: Math.min(before.count, before.lineAt(oldEnd) + beyond),
      newFrom: after.lineAt(newStart),
      newTo: Math.min(after.count, after.lineAt(newEnd) + beyond),
    }
    const last = blocks.at(-1)
    if (last !== undefined && (block.oldFrom < last.oldTo || block.newFrom < last.newTo)) {
      blocks[blocks.length - 1] = { ...block, oldFrom: last.oldFrom, newFrom: last.newFrom }
    } else blocks.push(block)
  }
  return blocks
}

/** A block without the lines in it that are the same. */
async function refined(before: Lines, after: Lines, block: LineChange): Promise<LineChange[]> {
  const [removed, added] = [block.oldTo - block.oldFrom, block.newTo - block.newFrom]
  if (removed === 0 || added === 0 || removed + added === 2 || removed + added > mostLines) return [block]
  const changes = await compared(
    before.list(block.oldFrom, block.oldTo),
    after.list(block.newFrom, block.newTo),
  )
  if (changes === undefined) return [block]
  const found: LineChange[] = []
  let [oldFrom, newFrom] = [block.oldFrom, block.newFrom]
  let isOpen = false
  for (const change of changes) {
    const oldTo = oldFrom + (change.added ? 0 : change.count)
    const newTo = newFrom + (change.removed ? 0 : change.count)
    const last = found.at(-1)
    const isChange = change.added || change.removed
    if (isChange && isOpen && last !== undefined) found[found.length - 1] = { ...last, oldTo, newTo }
    else if (isChange) found.push({ oldFrom, oldTo, newFrom, newTo })
    isOpen = isChange
    oldFrom = oldTo
    newFrom = newTo
  }
  return found
}

/** What has to be done to turn some lines into others; undefined where that is too much. */
async function compared(before: string[], after: string[]): Promise<ChangeObject<string[]>[] | undefined> {
  const few = diffArrays(before, after, { maxEditLength: fewEdits })
  if (few !== undefined) return few
  return new Promise((callback) => {
    diffArrays(before, after, { maxEditLength: mostEdits, callback })
  })
}
