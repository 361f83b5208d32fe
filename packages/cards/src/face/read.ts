import type { ReadFileLine, ReadResultView } from '@millrace/protocol'
import { colouredLines, languageOf } from '../highlight/coloured-lines.ts'
import { foldedBlocks, type Block } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import type { Keep } from '../layout/fold.ts'
import { span } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import { count } from '../text/count.ts'

const keep: Keep = { head: 8, tail: 3 }

/** A window of numbered lines. */
export function readFace(view: ReadResultView, sheet: Sheet): Face {
  const digits = view.lines.reduce((most, { number }) => Math.max(most, String(number).length), 1)
  const language = view.lang ?? languageOf(view.path)
  const blocks = (lines: readonly ReadFileLine[]): Block[] => {
    const texts = lines.map(({ text }) => text)
    const coloured = colouredLines(texts, language, sheet.highlight)
    const numbered = coloured.map((pieces, index) => ({
      pieces,
      margin: `${String(lines[index]!.number).padStart(digits)}  `,
    }))
    return lines.length === 0 ? [] : [{ kind: 'code', language: language ?? 'text', lines: numbered }]
  }
  return { facts: [[span(range(view))]], body: foldedBlocks(view.lines, keep, sheet, 'line', blocks) }
}

/** `lines 1-18 of 18`. */
function range(view: ReadResultView): string {
  const first = view.lines[0]?.number
  const last = view.lines.at(-1)?.number
  if (first === undefined || last === undefined) {
    return view.totalLines === 0
      ? 'empty'
      : `no lines from ${count(view.offset)} on, of ${count(view.totalLines)}`
  }
  const lines = first === last ? `line ${count(first)}` : `lines ${count(first)}-${count(last)}`
  return `${lines} of ${count(Math.max(view.totalLines, last))}`
}
