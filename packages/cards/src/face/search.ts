import type {
  SearchFileMatches,
  SearchMatch,
  SearchMatchesResultView,
  SearchPathsResultView,
} from '@millrace/protocol'
import { foldedBlocks, hiddenNote, note, withoutTabs, type Block, type Line } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import { fold, type Keep } from '../layout/fold.ts'
import { span } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import { placeName } from '../text/place-name.ts'
import type { Countable } from '../words/card-words.ts'
import { matchPlace, soughtTexts } from './match-place.ts'

const keepFiles: Keep = { head: 5, tail: 0 }
const keepMatches: Keep = { head: 3, tail: 0 }
const keepPaths: Keep = { head: 10, tail: 3 }
/** Lines around a match that the folded form keeps on each side. */
const keepAround = 2

/** `37 matches`, or `100 of 5,321 matches` where the search listed only some. */
function amount(listed: number, total: number, what: Countable, { words }: Sheet): string {
  if (total === 0) return words.face.noneOf(what)
  return listed < total ? words.face.someOf(listed, total, what) : words.counted(total, what)
}

/**
 * Matching lines, grouped by file.
 * @param argumentsText - the arguments of the search, which tell where in a long line the match is.
 */
export function searchMatchesFace(view: SearchMatchesResultView, argumentsText: string, sheet: Sheet): Face {
  const listed = sum(view.files)
  const total = Math.max(view.total, listed)
  const { words } = sheet
  const found = amount(listed, total, 'match', sheet)
  const fact = view.files.length === 0 ? found : words.face.inFiles(found, view.files.length)
  const sought = soughtTexts(argumentsText)
  const folded = fold(view.files, keepFiles, sheet)
  const body = folded.head.map((file) => fileBlock(file, sought, sheet))
  if (folded.hidden > 0) {
    const hidden = sum(view.files.slice(folded.head.length))
    body.push(hiddenNote(words.face.moreFiles(folded.hidden, hidden), sheet))
  }
  if (listed < total) body.push(unlistedNote(listed, total, 'match', sheet))
  return { facts: [[span(fact)]], body }
}

function sum(files: readonly SearchFileMatches[]): number {
  return files.reduce((all, { matches }) => all + matching(matches).length, 0)
}

function matching(lines: readonly SearchMatch[]): SearchMatch[] {
  return lines.filter(({ context }) => context !== true)
}

function fileBlock(file: SearchFileMatches, sought: readonly string[], sheet: Sheet): Block {
  const digits = file.matches.reduce((most, { lineNumber }) => Math.max(most, String(lineNumber).length), 1)
  const shown = shownLines(file.matches, sheet)
  const hidden = hiddenWords(
    file.matches.filter((line) => !shown.has(line)),
    sheet,
  )
  const lines = [...shown].map((line) => matchLine(line, digits, sought, sheet))
  return {
    kind: 'item',
    name: placeName(file.path, sheet),
    tone: 'strong',
    fact: sheet.words.counted(matching(file.matches).length, 'match'),
    inset: 2,
    body: [
      ...(lines.length === 0 ? [] : [{ kind: 'code', language: 'text', lines, hasMargins: true } as const]),
      ...(hidden === '' ? [] : [hiddenNote(hidden, sheet)]),
    ],
  }
}

/** The lines of a file that its folded form shows: the first matches, and of the lines around them the nearest. */
function shownLines(lines: readonly SearchMatch[], sheet: Sheet): ReadonlySet<SearchMatch> {
  if (sheet.expand) return new Set(lines)
  const kept = new Set(fold(matching(lines), keepMatches, sheet).head)
  const shown = lines.filter((line) =>
    line.context === true
      ? [...kept].some((match) => Math.abs(match.lineNumber - line.lineNumber) <= keepAround)
      : kept.has(line),
  )
  return new Set(lines.length - shown.length === 1 ? lines : shown)
}

/** `2 matches and 14 lines around them`; empty where there is nothing to tell. */
function hiddenWords(lines: readonly SearchMatch[], { words }: Sheet): string {
  const matches = matching(lines).length
  const around = lines.length - matches
  const parts = [
    ...(matches > 0 ? [words.counted(matches, 'match')] : []),
    ...(around > 0 ? [words.face.aroundMatches(around)] : []),
  ]
  return parts.length < 2 ? parts.join('') : words.face.both(parts[0]!, parts[1]!)
}

/** One line, cut around its match; a line around a match is told apart by a sign, as in the output of `grep`. */
function matchLine(match: SearchMatch, digits: number, sought: readonly string[], sheet: Sheet): Line {
  const isContext = match.context === true
  const margin = `${String(match.lineNumber).padStart(digits)}${isContext ? '- ' : '  '}`
  const text = withoutTabs(match.line)
  const place = isContext || sheet.expand ? undefined : matchPlace(text, sought)
  const pieces = [{ text, tone: isContext ? 'quiet' : 'plain' } as const]
  return place === undefined ? { pieces, margin } : { pieces, margin, place }
}

/** Found paths. */
export function searchPathsFace(view: SearchPathsResultView, sheet: Sheet): Face {
  const listed = view.paths.length
  const total = Math.max(view.total, listed)
  const body = foldedBlocks(view.paths, keepPaths, sheet, 'path', (paths) =>
    paths.map((path) => ({
      kind: 'item',
      name: placeName(path, sheet),
      tone: 'plain',
      inset: 0,
      body: [],
    })),
  )
  if (listed < total) body.push(unlistedNote(listed, total, 'path', sheet))
  return { facts: [[span(amount(listed, total, 'path', sheet))]], body }
}

function unlistedNote(listed: number, total: number, what: Countable, { words }: Sheet): Block {
  return note(words.face.notListed(total - listed, what))
}
