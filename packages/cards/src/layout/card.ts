import type { ToolCallView, ToolResultView } from '@millrace/protocol'
import { diffFace } from '../face/diff.ts'
import { genericCallFace, genericResultFace } from '../face/generic.ts'
import { readFace } from '../face/read.ts'
import { searchMatchesFace, searchPathsFace } from '../face/search.ts'
import { terminalCallFace, terminalResultFace } from '../face/terminal.ts'
import { webFetchFace, webSearchFace } from '../face/web.ts'
import { decisionOf, isAsked } from '../settle.ts'
import type { Card } from '../state.ts'
import { count, counted } from '../text/count.ts'
import { linesOf } from '../text/lines.ts'
import { codePoints, show } from '../text/shown.ts'
import type { Face } from './face.ts'
import { headerRows, isShownWhole, subjectOf } from './header.ts'
import { indented, span, type Row } from './row.ts'
import { fold, messageRows, narrower, noteRows, proseRows, textRows, type Keep, type Sheet } from './sheet.ts'

const margin = '  '
const keepCommand: Keep = { head: 3, tail: 3 }
const keepFailure: Keep = { head: 6, tail: 3 }
const keepCalls: Keep = { head: 8, tail: 8 }

/** A card and the calls within it, as rows: the one layout that every painter draws. */
export function cardRows(card: Card, sheet: Sheet): Row[] {
  const inner = narrower(bodySheet(card, sheet), margin.length)
  const face = faceOf(card, inner)
  const header = headerRows(card, face.facts, sheet)
  return [
    ...header,
    ...indented([...subjectRows(card, sheet, inner), ...bodyRows(card, header, face, inner)], margin),
    ...indented(childRows(card.children, narrower(sheet, margin.length)), margin),
  ]
}

/** What a person is asked about is never folded. */
function bodySheet(card: Card, sheet: Sheet): Sheet {
  return isAsked(card) ? { ...sheet, expand: true } : sheet
}

function faceOf(card: Card, sheet: Sheet): Face {
  return card.result === undefined ? callFace(card.call, sheet) : resultFace(card.result, card, sheet)
}

function callFace(view: ToolCallView, sheet: Sheet): Face {
  switch (view.card) {
    case 'terminal':
      return terminalCallFace(view, sheet)
    case 'diff':
      return diffFace(view.diffs, view.locations, sheet)
    case 'generic':
      return genericCallFace(view, sheet)
  }
}

function resultFace(view: ToolResultView, { call, arguments: argumentsText }: Card, sheet: Sheet): Face {
  switch (view.card) {
    case 'generic':
      return genericResultFace(view, sheet)
    case 'terminal':
      return terminalResultFace(view, sheet)
    case 'diff':
      return diffFace(view.diffs, call.card === 'terminal' ? undefined : call.locations, sheet)
    case 'read':
      return readFace(view, sheet)
    case 'search':
      return view.shape === 'matches'
        ? searchMatchesFace(view, argumentsText, sheet)
        : searchPathsFace(view, sheet)
    case 'web':
      return view.kind === 'search' ? webSearchFace(view, sheet) : webFetchFace(view, sheet)
  }
}

/** The whole title below the header, where the header cannot hold it: a script's first line is not the script. */
function subjectRows(card: Card, outer: Sheet, sheet: Sheet): Row[] {
  const { object } = subjectOf(card)
  const lines = linesOf(object)
  const isCommand = card.call.card === 'terminal'
  if (lines.length <= 1 && (!sheet.expand || isShownWhole(object, outer))) return []
  if (!isCommand && !sheet.expand) return []
  const size = `${counted(lines.length, 'line')}, ${counted(codePoints(object), 'character')}`
  return [
    ...noteRows(`${isCommand ? 'command' : 'call'}: ${size}`, sheet),
    ...textRows(object, keepCommand, sheet),
  ]
}

function bodyRows(card: Card, header: readonly Row[], face: Face, sheet: Sheet): Row[] {
  const reason = isAsked(card) ? card.approval?.reason : undefined
  const asks = reason === undefined ? [] : messageRows(`asks because: ${reason}`, sheet, 'waiting')
  const failure = failureRows(card, header, sheet)
  // A generic card's body is the failure's text already; any other view must not be able to hide it.
  return card.failure !== undefined && card.result?.card === 'generic'
    ? failure
    : [...failure, ...face.body, ...asks]
}

/** A failure of at most this many characters is shown to its last word. */
const shortFailure = 1_000

/** What the model was told of a failure, unless the header says it in the same words. */
function failureRows(card: Card, header: readonly Row[], sheet: Sheet): Row[] {
  const message = card.failure?.replace(/^Error: /, '')
  if (message === undefined) return []
  const isSaid =
    message === decisionOf(card)?.message && header.flat().some(({ text }) => text.includes(show(message)))
  if (isSaid) return []
  const open = message.length <= shortFailure ? { ...sheet, expand: true } : sheet
  return proseRows(message, keepFailure, open, card.status === 'denied' ? 'denied' : 'plain')
}

function childRows(children: readonly Card[], sheet: Sheet): Row[] {
  const { head, hidden, tail } = fold(children, keepCalls, sheet)
  const { marks } = sheet
  const inner = narrower(sheet, marks.branch.length)
  const branches = (cards: readonly Card[], endsHere: boolean): Row[] =>
    cards.flatMap((card, index) => {
      const isLast = endsHere && index === cards.length - 1
      return branched(
        childCard(card, inner),
        isLast ? marks.lastBranch : marks.branch,
        isLast ? '   ' : marks.trunk,
      )
    })
  if (hidden === 0) return branches(head, true)
  const omitted = children.slice(head.length, children.length - tail.length)
  const note = noteRows(`${marks.ellipsis} ${tally(omitted)} hidden${sheet.hint}`, inner)
  return [...branches(head, false), ...branched(note, marks.branch, marks.trunk), ...branches(tail, true)]
}

/** A call within a program: one row, unless something about it wants to be seen. */
function childCard(card: Card, sheet: Sheet): Row[] {
  const isQuiet = card.status === 'done' || card.status === 'running' || card.status === 'queued'
  if (!isQuiet || sheet.expand || card.children.length > 0) return cardRows(card, sheet)
  return headerRows(card, faceOf(card, sheet).facts, sheet)
}

function branched(rows: readonly Row[], first: string, others: string): Row[] {
  return rows.map((row, index) => [span(index === 0 ? first : others, 'quiet'), ...row])
}

/** `12 calls (10 done, 2 failed)`. */
function tally(cards: readonly Card[]): string {
  const states = new Map<string, number>()
  for (const { status } of cards) states.set(status, (states.get(status) ?? 0) + 1)
  const parts = [...states].map(([status, number]) => `${count(number)} ${status}`)
  return `${counted(cards.length, 'call')} (${parts.join(', ')})`
}
