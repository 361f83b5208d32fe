import type { OmittedOutput } from '@millrace/protocol'
import { codeOf, hiddenNote, note, type Block } from '../layout/block.ts'
import { fold, type Keep } from '../layout/fold.ts'
import type { Piece } from '../layout/pieces.ts'
import type { Sheet } from '../layout/sheet.ts'
import { inkAfter, outputLine } from '../output/output-line.ts'
import { noInk, type Ink } from '../output/ink.ts'
import { size } from '../text/count.ts'
import { linesOf } from '../text/lines.ts'
import { placeName } from '../text/place-name.ts'

/** Both ends of an output, and what is missing: what the screen folds, and apart from it what was never kept. */
export function outputBlocks(
  output: string,
  omitted: OmittedOutput | undefined,
  keep: Keep,
  sheet: Sheet,
): Block[] {
  const cut = omitted?.at === undefined ? output.length : Math.min(omitted.at, output.length)
  const before = linesOf(output.slice(0, cut))
  const lines = [...before, ...linesOf(output.slice(cut))]
  const gap = omitted === undefined ? undefined : { at: before.length, note: omittedNote(omitted, sheet) }
  const { head, hidden, tail } = fold(lines, keep, sheet)
  if (hidden === 0) return drawn(head, 0, noInk, gap).blocks
  const tailAt = head.length + hidden
  const isGapHidden = gap !== undefined && gap.at >= head.length && gap.at <= tailAt
  const seen = isGapHidden ? undefined : gap
  const afterHead = drawn(head, 0, noInk, seen)
  const ink = inkAfter(lines.slice(head.length, tailAt), afterHead.ink)
  return [
    ...afterHead.blocks,
    isGapHidden && omitted !== undefined
      ? omittedNote(omitted, sheet, hidden)
      : hiddenNote(sheet.words.counted(hidden, 'line'), sheet),
    ...drawn(tail, tailAt, ink, seen).blocks,
  ]
}

/** The last lines of what a command printed so far: of one that runs, the newest are of interest. */
export function liveBlocks(output: string, sheet: Sheet): Block[] {
  const lines = linesOf(output)
  const hidden = sheet.expand ? 0 : Math.max(0, lines.length - sheet.outputLines)
  return drawn(lines.slice(hidden), hidden, inkAfter(lines.slice(0, hidden), noInk), undefined).blocks
}

interface Gap {
  /** The index of the line before which something is missing. */
  readonly at: number
  readonly note: Block
}

/** Lines from the index `from` on, with the gap among them if it is there. */
function drawn(
  lines: readonly string[],
  from: number,
  before: Ink,
  gap: Gap | undefined,
): { readonly blocks: Block[]; readonly ink: Ink } {
  let ink = before
  const pieces = lines.map((line): readonly Piece[] => {
    const shown = outputLine(line, ink)
    ink = shown.ink
    return shown.pieces
  })
  const at = gap === undefined ? -1 : gap.at - from
  if (gap === undefined || at < 0 || at > lines.length) return { blocks: codeOf('console', pieces), ink }
  const blocks = [...codeOf('console', pieces.slice(0, at)), gap.note, ...codeOf('console', pieces.slice(at))]
  return { blocks, ink }
}

/** What was never kept; together with the lines that the screen folds at the same place, if there are any. */
function omittedNote({ bytes, lines, path }: OmittedOutput, sheet: Sheet, folded = 0): Block {
  const { face, body, counted } = sheet.words
  const hidden = folded === 0 ? undefined : `${body.hidden(counted(folded, 'line'))}${sheet.hint}`
  const what = `${sheet.marks.ellipsis} ${face.omitted(lines, size(bytes), hidden)}`
  const told = path === undefined ? note(what) : note(`${what}${face.allOfItIsIn}`, placeName(path, sheet))
  return folded === 0 ? told : { ...told, isFold: true }
}
