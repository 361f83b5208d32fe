import { escapeVisible } from '@millrace/protocol'
import type { ProgramPosition } from '../contract/runtime.ts'

/** Columns that a line of code may take: with its number it fits a card in a terminal of 80, so that the caret stays below it. */
const widest = 66
/** Code points that are looked at on either side of the column. */
const around = 120
const tab = '  '

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const thin = /^\p{M}/u

/** One line of code as it is shown, and the column, from 0, at which the position stands in it. */
interface ShownLine {
  readonly text: string
  readonly column: number
}

/**
 * Three lines of a program around a position, numbered, with a caret below the column:
 *
 *     2 | const page = await tools.list({})
 *   > 3 | return page.issues.length
 *       |             ^
 *
 * Long lines are cut around the column, and nothing in it hides or forges. Empty where the program has no such line.
 */
export function excerptOf(program: string, at: ProgramPosition): string {
  const lines = program.split(/\r\n|\r|\n/)
  const line = lines[at.line - 1]
  if (line === undefined) return ''
  const digits = String(Math.min(at.line + 1, lines.length)).length
  const numbered = (number: number, text: string): string => {
    const mark = number === at.line ? '>' : ' '
    return `${mark} ${String(number).padStart(digits)} | ${text}`.trimEnd()
  }
  const shown = shownAround(line, at.column)
  return [
    ...(at.line > 1 ? [numbered(at.line - 1, shownAround(lines[at.line - 2]!, 1).text)] : []),
    numbered(at.line, shown.text),
    `  ${' '.repeat(digits)} | ${' '.repeat(shown.column)}^`,
    ...(at.line < lines.length ? [numbered(at.line + 1, shownAround(lines[at.line]!, 1).text)] : []),
  ].join('\n')
}

function shownAround(line: string, column: number): ShownLine {
  const offset = startOfPoint(line, Math.min(Math.max(column, 1) - 1, line.length))
  const cut = startOfPoint(line, Math.max(0, offset - around))
  const before = Array.from(line.slice(cut, offset)).map(shownPoint)
  const after = Array.from(
    line.slice(offset, startOfPoint(line, Math.min(line.length, offset + around))),
  ).map(shownPoint)
  // A third of the width is for what stands before the column, and what that leaves is for what stands after it.
  const all = widthOf(before) + widthOf(after)
  const fits = cut === 0 && offset + around >= line.length && all <= widest
  const head = fits ? before : lastOf(before, widest / 3)
  const isHeadCut = head.length < before.length || cut > 0
  const tail = fits ? after : firstOf(after, widest - widthOf(head))
  const isTailCut = tail.length < after.length || offset + around < line.length
  return {
    text: (isHeadCut ? '…' : '') + head.join('') + tail.join('') + (isTailCut ? '…' : ''),
    column: widthOf(head) + (isHeadCut ? 1 : 0),
  }
}

/** An offset that does not divide a code point. */
function startOfPoint(text: string, offset: number): number {
  const isInside =
    /[\udc00-\udfff]/.test(text[offset] ?? '') && /[\ud800-\udbff]/.test(text[offset - 1] ?? '')
  return isInside ? offset - 1 : offset
}

const shownPoint = (point: string): string => (point === '\t' ? tab : escapeVisible(point))

function widthOf(points: readonly string[]): number {
  return points.reduce((sum, point) => sum + widthOfPoint(point), 0)
}

function widthOfPoint(point: string): number {
  if (/^[\x20-\x7e]+$/.test(point)) return point.length
  return thin.test(point) ? 0 : wide.test(point) ? 2 : 1
}

function firstOf(points: readonly string[], width: number): readonly string[] {
  let left = width
  const end = points.findIndex((point) => (left -= widthOfPoint(point)) < 0)
  return end === -1 ? points : points.slice(0, end)
}

function lastOf(points: readonly string[], width: number): readonly string[] {
  return firstOf(points.toReversed(), width).toReversed()
}
