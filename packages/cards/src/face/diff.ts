import type { FileDiff, FileLocation } from '@millrace/protocol'
import type { Face } from '../layout/face.ts'
import { span, type Row, type Tone } from '../layout/row.ts'
import { fold, hiddenRows, lineRows, noteRows, type Keep, type Sheet } from '../layout/sheet.ts'
import { count, counted } from '../text/count.ts'
import { diffLines, type DiffLine } from './diff-lines.ts'

const keep: Keep = { head: 14, tail: 5 }
const context = 2

/** File changes, before or after they were made. A line's number is known only where a location tells it. */
export function diffFace(
  diffs: readonly FileDiff[],
  locations: readonly FileLocation[] | undefined,
  sheet: Sheet,
): Face {
  let added = 0
  let removed = 0
  const body = diffs.flatMap((diff) => {
    const lines = diffLines(splitLines(diff.oldText ?? ''), splitLines(diff.newText))
    added += lines.filter(({ kind }) => kind === 'added').length
    removed += lines.filter(({ kind }) => kind === 'removed').length
    const first = diff.oldText === null ? 1 : locations?.find(({ path }) => path === diff.path)?.line
    return fileRows(diff, lines, first, sheet)
  })
  const facts: Row[] = [[span(`+${count(added)}`, 'done'), span(' '), span(`-${count(removed)}`, 'failed')]]
  if (diffs.length !== 1) facts.push([span(counted(diffs.length, 'file'))])
  return { facts, body }
}

/** Unlike a text that is only shown, a diff keeps carriage returns: they may be what changed. */
function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

interface Numbered extends DiffLine {
  readonly number: number
}

const signs: Readonly<Record<DiffLine['kind'], readonly [sign: string, tone: Tone]>> = {
  same: [' ', 'quiet'],
  removed: ['-', 'failed'],
  added: ['+', 'done'],
}

function fileRows(diff: FileDiff, lines: DiffLine[], first: number | undefined, sheet: Sheet): Row[] {
  const name = diff.oldText === null ? `${diff.path}  (new file)` : diff.path
  const heading = lineRows(name, sheet, 'strong')
  if (lines.every(({ kind }) => kind === 'same')) {
    const note = diff.oldText === diff.newText ? 'nothing changed' : 'only the last line break changed'
    return [...heading, ...noteRows(note, sheet)]
  }
  const numbered = number(lines, first ?? 1)
  const digits = first === undefined ? 0 : String(numbered.at(-1)!.number).length
  const row = (line: Numbered | Gap): Row[] => {
    if ('unchanged' in line) return hiddenRows(line.unchanged, 'unchanged line', undefined, sheet)
    const [sign, tone] = signs[line.kind]
    const margin = digits === 0 ? `${sign} ` : `${String(line.number).padStart(digits)} ${sign} `
    return lineRows(line.kind === 'same' ? line.text.replace(/\r$/, '') : line.text, sheet, tone, margin)
  }
  const shown = withGaps(numbered, sheet)
  const { head, tail } = fold(shown, keep, sheet)
  const hidden = shown
    .slice(head.length, shown.length - tail.length)
    .reduce((sum, each) => sum + linesIn(each), 0)
  const note = hidden === 0 ? [] : hiddenRows(hidden, 'diff line', undefined, sheet)
  return [...heading, ...head.flatMap(row), ...note, ...tail.flatMap(row)]
}

function linesIn(each: Numbered | Gap): number {
  return 'unchanged' in each ? each.unchanged : 1
}

/** Removed lines carry their old number, all others their new one. */
function number(lines: readonly DiffLine[], first: number): Numbered[] {
  let before = first
  let after = first
  return lines.map((line) => {
    const at = line.kind === 'removed' ? before : after
    if (line.kind !== 'added') before++
    if (line.kind !== 'removed') after++
    return { ...line, number: at }
  })
}

interface Gap {
  readonly unchanged: number
}

/** Leaves out the unchanged lines that are not near a change. */
function withGaps(lines: readonly Numbered[], sheet: Sheet): (Numbered | Gap)[] {
  if (sheet.expand) return [...lines]
  const kept: (Numbered | Gap)[] = []
  let gap: Numbered[] = []
  const close = (): void => {
    if (gap.length === 1) kept.push(...gap)
    else if (gap.length > 1) kept.push({ unchanged: gap.length })
    gap = []
  }
  const near = nearChanges(lines)
  lines.forEach((line, index) => {
    if (!near[index]) {
      gap.push(line)
      return
    }
    close()
    kept.push(line)
  })
  close()
  return kept
}

function nearChanges(lines: readonly Numbered[]): boolean[] {
  const near = lines.map(() => false)
  lines.forEach(({ kind }, index) => {
    if (kind !== 'same') near.fill(true, Math.max(0, index - context), index + context + 1)
  })
  return near
}
