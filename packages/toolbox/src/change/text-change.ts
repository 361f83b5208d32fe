import { hunksOf, type Hunk } from './hunks.ts'
import { changeLimits } from './limits.ts'
import { lineChanges } from './line-changes.ts'
import type { Pace } from '../workspace/pace.ts'
import { Lines } from './lines.ts'
import type { Region } from './splice.ts'

/** Some lines that became other lines; where there are none before or after, the number is that of the next one. */
export interface ChangedLines {
  /** Counted from 1. */
  oldLine: number
  oldCount: number
  /** Counted from 1. */
  newLine: number
  newCount: number
}

/** How the lines of a text changed. What is left out of the lists is counted. */
export interface TextChange {
  /** Lines that are new or different. */
  added: number
  /** Lines that are gone or were different. */
  removed: number
  changedLines: ChangedLines[]
  hunks: Hunk[]
  /** Changed lines, those before and those after together, that no hunk shows. */
  omittedLines?: number
  /** Lines of hunks of which only a part is given, between `…` marks. */
  cutLines?: number
}

/** Describes a change that is confined to the regions. */
export async function describeChange(
  before: string,
  after: string,
  regions: readonly Region[],
  pace: Pace,
): Promise<TextChange> {
  const oldLines = await Lines.of(before, pace)
  const newLines = await Lines.of(after, pace)
  const changes = await lineChanges(oldLines, newLines, regions, pace)
  const { hunks, omittedLines, cutLines } = hunksOf(oldLines, newLines, changes)
  return {
    added: changes.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
    removed: changes.reduce((sum, { oldFrom, oldTo }) => sum + oldTo - oldFrom, 0),
    changedLines: changes.slice(0, changeLimits.ranges).map(({ oldFrom, oldTo, newFrom, newTo }) => ({
      oldLine: oldFrom + 1,
      oldCount: oldTo - oldFrom,
      newLine: newFrom + 1,
      newCount: newTo - newFrom,
    })),
    hunks,
    ...(omittedLines > 0 ? { omittedLines } : {}),
    ...(cutLines > 0 ? { cutLines } : {}),
  }
}

/** The description of a change that changes nothing, or of one that cannot be told in lines. */
export const noChange: TextChange = { added: 0, removed: 0, changedLines: [], hunks: [] }
