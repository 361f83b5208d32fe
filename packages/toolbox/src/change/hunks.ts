import { cutLine } from './cut-line.ts'
import { changeLimits } from './limits.ts'
import type { LineChange } from './line-changes.ts'
import type { Lines } from './lines.ts'

const { context, lineUnits } = changeLimits

/** Some lines before and after a change, with what stands around them. */
export interface Hunk {
  /** Number of the first line before the change, counted from 1. */
  oldLine: number
  oldText: string
  /** Number of the first line after the change, counted from 1. */
  newLine: number
  newText: string
}

/** The hunks of a change that are shown, and what is left out of them. */
export interface ShownHunks {
  readonly hunks: Hunk[]
  /** Changed lines, those before and those after together, that are not shown. */
  readonly omittedLines: number
  /** Lines of which only a part is shown. */
  readonly cutLines: number
}

/** Shows changes with the lines around them: from the first one on, as far as the limits allow. */
export function hunksOf(before: Lines, after: Lines, changes: readonly LineChange[]): ShownHunks {
  const hunks: Hunk[] = []
  let [left, shown, cutLines] = [changeLimits.hunkUnits as number, 0, 0]
  const push = (part: readonly LineChange[], tail: number): void => {
    const built = hunkOf(before, after, part, tail)
    hunks.push(built.hunk)
    left -= built.hunk.oldText.length + built.hunk.newText.length
    shown += sizeOf(part)
    cutLines += built.cutLines
  }
  for (const group of grouped(changes)) {
    if (hunks.length === changeLimits.hunks) break
    const count = fittingIn(left, before, after, group)
    const [last, next] = [group[count - 1], group[count]]
    if (last !== undefined)
      push(group.slice(0, count), Math.min(context, (next?.oldFrom ?? before.count) - last.oldTo))
    else if (hunks.length === 0) push([startOf(group[0]!, before, after)], 0)
    if (next !== undefined) break
  }
  return { hunks, omittedLines: sizeOf(changes) - shown, cutLines }
}

/** Lines of all changes, those before and those after together. */
function sizeOf(changes: readonly LineChange[]): number {
  return changes.reduce(
    (sum, { oldFrom, oldTo, newFrom, newTo }) => sum + (oldTo - oldFrom) + (newTo - newFrom),
    0,
  )
}

/** Changes that are near each other. */
function* grouped(changes: readonly LineChange[]): Generator<LineChange[], void, undefined> {
  let group: LineChange[] = []
  for (const change of changes) {
    const last = group.at(-1)
    if (last !== undefined && change.oldFrom - last.oldTo > context * 2) {
      yield group
      group = []
    }
    group.push(change)
  }
  if (group.length > 0) yield group
}

/** How many of the changes can be shown in so many units. */
function fittingIn(units: number, before: Lines, after: Lines, group: readonly LineChange[]): number {
  let [oldAt, newAt, used] = [group[0]!.oldFrom, group[0]!.newFrom, 0]
  for (const [index, { oldTo, newTo }] of group.entries()) {
    used += unitsOf(before, oldAt, oldTo, units - used)
    used += unitsOf(after, newAt, newTo, units - used)
    if (used > units) return index
    oldAt = oldTo
    newAt = newTo
  }
  return group.length
}

/** Units of some lines as they are shown; counting stops above `enough`. */
function unitsOf(lines: Lines, from: number, to: number, enough: number): number {
  let units = 0
  for (let line = from; line < to && units <= enough; line += 1) {
    units += Math.min(lineUnits, lines.startOf(line + 1) - lines.startOf(line))
  }
  return units
}

/** The start of a change that is too large to be shown: of both sides as many lines as fit. */
function startOf(change: LineChange, before: Lines, after: Lines): LineChange {
  const half = changeLimits.hunkUnits / 2
  const end = (lines: Lines, from: number, to: number): number => {
    let at = from
    for (let units = 0; at < to && units < half; at += 1) units += unitsOf(lines, at, at + 1, half)
    return at
  }
  return {
    ...change,
    oldTo: end(before, change.oldFrom, change.oldTo),
    newTo: end(after, change.newFrom, change.newTo),
  }
}

/** One hunk of these changes, with the lines before it and so many behind it. */
function hunkOf(
  before: Lines,
  after: Lines,
  part: readonly LineChange[],
  tail: number,
): { readonly hunk: Hunk; readonly cutLines: number } {
  const lead = Math.min(context, part[0]!.oldFrom)
  const [oldParts, newParts] = [[] as string[], [] as string[]]
  let cutLines = 0
  const cut = (line: string, other?: string): string => {
    const shown = cutLine(line, other)
    if (shown !== line) cutLines += 1
    return shown
  }
  let at = part[0]!.oldFrom - lead
  for (const { oldFrom, oldTo, newFrom, newTo } of part) {
    const around = before.list(at, oldFrom).map((line) => cut(line))
    const [removed, added] = [before.list(oldFrom, oldTo), after.list(newFrom, newTo)]
    oldParts.push(...around, ...removed.map((line, index) => cut(line, added[index])))
    newParts.push(...around, ...added.map((line, index) => cut(line, removed[index])))
    at = oldTo
  }
  const behind = before.list(at, at + tail).map((line) => cut(line))
  const hunk = {
    oldLine: part[0]!.oldFrom - lead + 1,
    oldText: [...oldParts, ...behind].join(''),
    newLine: part[0]!.newFrom - lead + 1,
    newText: [...newParts, ...behind].join(''),
  }
  return { hunk, cutLines }
}
