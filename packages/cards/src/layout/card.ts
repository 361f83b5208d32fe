import type { FileLocation, ToolCallView, ToolResultView } from '@millrace/protocol'
import { codeCallFace, codeResultFace } from '../face/code.ts'
import { diffFace } from '../face/diff.ts'
import { genericCallFace, genericResultFace } from '../face/generic.ts'
import { liveBlocks } from '../face/output.ts'
import { readFace } from '../face/read.ts'
import { searchMatchesFace, searchPathsFace } from '../face/search.ts'
import { terminalCallFace, terminalResultFace } from '../face/terminal.ts'
import { webFetchFace, webSearchFace } from '../face/web.ts'
import { isAsked } from '../settle.ts'
import type { Card } from '../state.ts'
import { programOf } from '../view/program.ts'
import { note, type Block } from './block.ts'
import type { Face } from './face.ts'
import { failureBlocks } from './failure.ts'
import { printedBy } from './progress.ts'
import type { Sheet } from './sheet.ts'

/** What a person is asked about is never folded. */
export function bodySheet(card: Card, sheet: Sheet): Sheet {
  return isAsked(card) ? { ...sheet, expand: true } : sheet
}

/** What a card's view contributes to it. */
export function faceOf(card: Card, sheet: Sheet): Face {
  return card.result === undefined ? callFace(card.call, card, sheet) : resultFace(card.result, card, sheet)
}

function callFace(view: ToolCallView, card: Card, sheet: Sheet): Face {
  const printed = printedBy(card)
  const program = programOf(card)
  if (program !== undefined) return codeCallFace(program, card, printed, sheet)
  switch (view.card) {
    case 'terminal':
      return terminalCallFace(view, printed, sheet)
    case 'diff':
      return withLive(diffFace(view.diffs, view.locations, sheet), printed, sheet)
    case 'generic':
      return withLive(genericCallFace(view, sheet), printed, sheet)
  }
}

function withLive(face: Face, printed: string, sheet: Sheet): Face {
  return { ...face, output: liveBlocks(printed, sheet) }
}

function resultFace(view: ToolResultView, card: Card, sheet: Sheet): Face {
  const { call, arguments: argumentsText } = card
  const program = programOf(card)
  switch (view.card) {
    case 'generic':
      // What went wrong is told by the failure; the program is what it is about.
      return program !== undefined && card.failure !== undefined
        ? codeCallFace(program, card, '', sheet)
        : genericResultFace(view, sheet)
    case 'terminal':
      return terminalResultFace(view, call, sheet)
    case 'diff':
      return diffFace(view.diffs, locationsOf(call), sheet)
    case 'read':
      return readFace(view, sheet)
    case 'code':
      return codeResultFace(view, card, sheet)
    case 'search':
      return view.shape === 'matches'
        ? searchMatchesFace(view, argumentsText, sheet)
        : searchPathsFace(view, sheet)
    case 'web':
      return view.kind === 'search' ? webSearchFace(view, sheet) : webFetchFace(view, sheet)
  }
}

function locationsOf(view: ToolCallView): FileLocation[] | undefined {
  return view.card === 'generic' || view.card === 'diff' ? view.locations : undefined
}

/**
 * What stands below a card's header.
 * @param whole - the whole of what the header can only name.
 * @param isSaid - whether the header says a text in full.
 */
export function bodyBlocks(
  card: Card,
  whole: readonly Block[],
  face: Face,
  sheet: Sheet,
  isSaid: (text: string) => boolean,
): Block[] {
  const failure = failureBlocks(card, sheet, isSaid)
  // A generic card's body is the failure's text already; any other view must not be able to hide it.
  if (card.failure !== undefined && card.result?.card === 'generic' && programOf(card) === undefined)
    return [...whole, ...failure]
  const above = [...whole, ...failure, ...face.body]
  const output = face.output ?? []
  const label = above.length > 0 && output.length > 0 ? [note(sheet.words.body.output)] : []
  return [...above, ...label, ...output, ...reasonBlocks(card, sheet)]
}

function reasonBlocks(card: Card, { words }: Sheet): Block[] {
  const reason = isAsked(card) ? card.approval?.reason : undefined
  return reason === undefined
    ? []
    : [{ kind: 'prose', lines: [words.body.asksBecause(reason)], tone: 'plain' }]
}
