import type { SearchFileMatches, SearchMatchesResultView, SearchPathsResultView } from '@millrace/protocol'
import type { Face } from '../layout/face.ts'
import { indented, span, type Row } from '../layout/row.ts'
import {
  fold,
  foldedRows,
  hiddenRow,
  lineRows,
  narrower,
  noteRow,
  type Keep,
  type Sheet,
} from '../layout/sheet.ts'
import { count, counted } from '../text/count.ts'
import { cutMiddle } from '../text/shown.ts'

const keepFiles: Keep = { head: 5, tail: 0 }
const keepMatches: Keep = { head: 3, tail: 0 }
const keepPaths: Keep = { head: 10, tail: 3 }

/** `37 matches`, or `100 of 5,321 matches` where the search listed only some. */
function amount(listed: number, total: number, one: string, many: string): string {
  if (total === 0) return `no ${many}`
  return listed < total ? `${count(listed)} of ${counted(total, one, many)}` : counted(total, one, many)
}

/** Matching lines, grouped by file. */
export function searchMatchesFace(view: SearchMatchesResultView, sheet: Sheet): Face {
  const listed = sum(view.files)
  const total = Math.max(view.total, listed)
  const where = view.files.length === 0 ? '' : ` in ${counted(view.files.length, 'file')}`
  const folded = fold(view.files, keepFiles, sheet)
  const body = folded.head.flatMap((file) => fileRows(file, sheet))
  if (folded.hidden > 0) {
    const hidden = sum(view.files.slice(folded.head.length))
    const note = `${counted(folded.hidden, 'more file')} with ${counted(hidden, 'match', 'matches')} hidden`
    body.push(noteRow(`${sheet.marks.ellipsis} ${note}${sheet.hint}`, sheet))
  }
  if (listed < total) body.push(unlistedRow(listed, total, 'match', 'matches', sheet))
  return { facts: [[span(`${amount(listed, total, 'match', 'matches')}${where}`)]], body }
}

function sum(files: readonly SearchFileMatches[]): number {
  return files.reduce((all, file) => all + file.matches.length, 0)
}

function fileRows(file: SearchFileMatches, sheet: Sheet): Row[] {
  const total = counted(file.matches.length, 'match', 'matches')
  const path = cutMiddle(file.path, Math.max(1, sheet.width - total.length - 2), sheet.marks.ellipsis)
  const digits = file.matches.reduce((most, { lineNumber }) => Math.max(most, String(lineNumber).length), 1)
  const folded = fold(file.matches, keepMatches, sheet)
  return [
    [span(path, 'strong'), span(`  ${total}`, 'quiet')],
    ...folded.head.flatMap(({ lineNumber, line }) =>
      lineRows(line, sheet, 'plain', `  ${String(lineNumber).padStart(digits)}  `),
    ),
    ...indented(
      folded.hidden > 0 ? [hiddenRow(folded.hidden, 'match', 'matches', narrower(sheet, 2))] : [],
      '  ',
    ),
  ]
}

/** Found paths. */
export function searchPathsFace(view: SearchPathsResultView, sheet: Sheet): Face {
  const listed = view.paths.length
  const total = Math.max(view.total, listed)
  const body = foldedRows(view.paths, keepPaths, sheet, 'path', (path) => lineRows(path, sheet))
  if (listed < total) body.push(unlistedRow(listed, total, 'path', 'paths', sheet))
  return { facts: [[span(amount(listed, total, 'path', 'paths'))]], body }
}

function unlistedRow(listed: number, total: number, one: string, many: string, sheet: Sheet): Row {
  const missing = counted(total - listed, one, many)
  return noteRow(`the search itself left out ${missing}: a narrower one shows them`, sheet)
}
