import type {
  SearchFileMatches,
  SearchMatch,
  SearchMatchesResultView,
  SearchPathsResultView,
} from '@millrace/protocol'
import type { Face } from '../layout/face.ts'
import { indented, span, type Row } from '../layout/row.ts'
import {
  fold,
  foldedRows,
  lineRows,
  narrower,
  noteRows,
  withoutTabs,
  type Keep,
  type Sheet,
} from '../layout/sheet.ts'
import { count, counted } from '../text/count.ts'
import { cutAround, cutMiddle } from '../text/shown.ts'
import { matchPlace, soughtTexts } from './match-place.ts'

const keepFiles: Keep = { head: 5, tail: 0 }
const keepMatches: Keep = { head: 3, tail: 0 }
const keepPaths: Keep = { head: 10, tail: 3 }
/** Lines around a match that the folded form keeps on each side. */
const keepAround = 2

/** `37 matches`, or `100 of 5,321 matches` where the search listed only some. */
function amount(listed: number, total: number, one: string, many: string): string {
  if (total === 0) return `no ${many}`
  return listed < total ? `${count(listed)} of ${counted(total, one, many)}` : counted(total, one, many)
}

/**
 * Matching lines, grouped by file.
 * @param argumentsText - the arguments of the search, which tell where in a long line the match is.
 */
export function searchMatchesFace(view: SearchMatchesResultView, argumentsText: string, sheet: Sheet): Face {
  const listed = sum(view.files)
  const total = Math.max(view.total, listed)
  const where = view.files.length === 0 ? '' : ` in ${counted(view.files.length, 'file')}`
  const sought = soughtTexts(argumentsText)
  const folded = fold(view.files, keepFiles, sheet)
  const body = folded.head.flatMap((file) => fileRows(file, sought, sheet))
  if (folded.hidden > 0) {
    const hidden = sum(view.files.slice(folded.head.length))
    const note = `${counted(folded.hidden, 'more file')} with ${counted(hidden, 'match', 'matches')} hidden`
    body.push(...noteRows(`${sheet.marks.ellipsis} ${note}${sheet.hint}`, sheet))
  }
  if (listed < total) body.push(...unlistedRows(listed, total, 'match', 'matches', sheet))
  return { facts: [[span(`${amount(listed, total, 'match', 'matches')}${where}`)]], body }
}

function sum(files: readonly SearchFileMatches[]): number {
  return files.reduce((all, { matches }) => all + matching(matches).length, 0)
}

function matching(lines: readonly SearchMatch[]): SearchMatch[] {
  return lines.filter(({ context }) => context !== true)
}

function fileRows(file: SearchFileMatches, sought: readonly string[], sheet: Sheet): Row[] {
  const total = counted(matching(file.matches).length, 'match', 'matches')
  const path = cutMiddle(file.path, Math.max(1, sheet.width - total.length - 2), sheet.marks.ellipsis)
  const digits = file.matches.reduce((most, { lineNumber }) => Math.max(most, String(lineNumber).length), 1)
  const shown = shownLines(file.matches, sheet)
  const hidden = hiddenNote(file.matches.filter((line) => !shown.has(line)))
  const note =
    hidden === '' ? [] : noteRows(`${sheet.marks.ellipsis} ${hidden}${sheet.hint}`, narrower(sheet, 2))
  return [
    [span(path, 'strong'), span(`  ${total}`, 'quiet')],
    ...[...shown].flatMap((line) => matchRows(line, digits, sought, sheet)),
    ...indented(note, '  '),
  ]
}

/** The lines of a file that its folded form shows: the first matches, and of the lines around them the nearest. */
function shownLines(lines: readonly SearchMatch[], sheet: Sheet): ReadonlySet<SearchMatch> {
  if (sheet.expand) return new Set(lines)
  const kept = fold(matching(lines), keepMatches, sheet).head
  const shown = lines.filter((line) =>
    line.context === true
      ? kept.some((match) => Math.abs(match.lineNumber - line.lineNumber) <= keepAround)
      : kept.includes(line),
  )
  return new Set(lines.length - shown.length === 1 ? lines : shown)
}

/** `2 matches and 14 lines around them hidden`; empty where there is nothing to tell. */
function hiddenNote(lines: readonly SearchMatch[]): string {
  const matches = matching(lines).length
  const around = lines.length - matches
  const parts = [
    ...(matches > 0 ? [counted(matches, 'match', 'matches')] : []),
    ...(around > 0 ? [`${counted(around, 'line')} around matches`] : []),
  ]
  return parts.length === 0 ? '' : `${parts.join(' and ')} hidden`
}

/** One line, cut around its match; a line around a match is told apart by a sign, as in the output of `grep`. */
function matchRows(match: SearchMatch, digits: number, sought: readonly string[], sheet: Sheet): Row[] {
  const isContext = match.context === true
  const margin = `  ${String(match.lineNumber).padStart(digits)}${isContext ? '- ' : '  '}`
  const line = withoutTabs(match.line)
  const place = isContext || sheet.expand ? undefined : matchPlace(line, sought)
  if (place === undefined) return lineRows(line, sheet, isContext ? 'quiet' : 'plain', margin)
  const { width, marks } = narrower(sheet, margin.length)
  return [[span(margin, 'quiet'), span(cutAround(line, place.at, place.length, width, marks.ellipsis))]]
}

/** Found paths. */
export function searchPathsFace(view: SearchPathsResultView, sheet: Sheet): Face {
  const listed = view.paths.length
  const total = Math.max(view.total, listed)
  const body = foldedRows(view.paths, keepPaths, sheet, 'path', (path) => lineRows(path, sheet))
  if (listed < total) body.push(...unlistedRows(listed, total, 'path', 'paths', sheet))
  return { facts: [[span(amount(listed, total, 'path', 'paths'))]], body }
}

function unlistedRows(listed: number, total: number, one: string, many: string, sheet: Sheet): Row[] {
  const missing = counted(total - listed, one, many)
  return noteRows(`the search itself left out ${missing}: a narrower one shows them`, sheet)
}
