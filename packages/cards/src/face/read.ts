import type { ReadFileLine, ReadResultView } from '@millrace/protocol'
import { colouredLines, languageOf } from '../highlight/coloured-lines.ts'
import { foldedBlocks, type Block, type Line } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import type { Keep } from '../layout/fold.ts'
import { lineOf, sliced } from '../layout/pieces.ts'
import { span } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import type { FaceWords } from '../words/card-words.ts'

const keep: Keep = { head: 8, tail: 3 }

/** A window of numbered lines. */
export function readFace(view: ReadResultView, sheet: Sheet): Face {
  const digits = view.lines.reduce((most, { number }) => Math.max(most, String(number).length), 1)
  const language = view.lang ?? languageOf(view.path)
  const blocks = (lines: readonly ReadFileLine[]): Block[] => {
    const texts = lines.map(({ text }) => text)
    const coloured = colouredLines(texts, language, sheet.highlight)
    const numbered = coloured.flatMap((pieces, index) =>
      markApart({ pieces, margin: `${String(lines[index]!.number).padStart(digits)}  ` }, sheet),
    )
    return lines.length === 0 ? [] : [{ kind: 'code', language: language ?? 'text', lines: numbered }]
  }
  return {
    facts: [[span(range(view, sheet.words.face))]],
    body: foldedBlocks(view.lines, keep, sheet, 'line', blocks),
  }
}

/** How `read` ends a line of which it gives only the start. */
const cutMark = / \[…(?:at least )?\d+ more bytes of this line\]$/

/** A line that does not fit, with the mark at its end on a row of its own: cut with the line, it would tell nobody. */
function markApart(line: Line, { expand, width }: Sheet): Line[] {
  const text = lineOf(line.pieces)
  const at = text.length <= width || expand ? -1 : text.search(cutMark)
  if (at < 0) return [line]
  const margin = ' '.repeat(line.margin?.length ?? 0)
  const mark: Line = { pieces: [{ text: text.slice(at + 1), tone: 'quiet' }], margin }
  return [{ ...line, pieces: sliced(line.pieces, 0, at) }, mark]
}

/** `lines 1-18 of 18`. */
function range(view: ReadResultView, words: FaceWords): string {
  const first = view.lines[0]?.number
  const last = view.lines.at(-1)?.number
  if (first === undefined || last === undefined) {
    return view.totalLines === 0 ? words.noLines : words.noLinesFrom(view.offset, view.totalLines)
  }
  return words.lines(first, last, Math.max(view.totalLines, last))
}
