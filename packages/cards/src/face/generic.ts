import type { GenericCallView, GenericResultView } from '@millrace/protocol'
import { contentText } from '@millrace/protocol'
import { colouredLines } from '../highlight/coloured-lines.ts'
import { codeOf, foldedBlocks, proseBlocks, type Block } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import type { Keep } from '../layout/fold.ts'
import type { Sheet } from '../layout/sheet.ts'
import { linesOf } from '../text/lines.ts'

const keep: Keep = { head: 8, tail: 4 }

/** A pending call by its input; open where a person is asked about it, or everything is to be shown. */
export function genericCallFace(view: GenericCallView, sheet: Sheet): Face {
  const input = sheet.expand && view.rawInput !== view.title ? inputBlocks(view.rawInput, sheet) : []
  const content = view.content === undefined ? '' : contentText(view.content)
  return { facts: [], body: [...input, ...proseBlocks(content, keep, sheet)] }
}

/** A finished call by what the model read. */
export function genericResultFace(view: GenericResultView, sheet: Sheet): Face {
  return { facts: [], body: proseBlocks(contentText(view.content ?? []), keep, sheet) }
}

function inputBlocks(input: unknown, sheet: Sheet): Block[] {
  const isText = typeof input === 'string'
  const text = isText ? input : (JSON.stringify(input, null, 2) ?? '')
  const language = isText ? 'text' : 'json'
  return foldedBlocks(linesOf(text), keep, sheet, 'line', (lines) =>
    codeOf(language, colouredLines(lines, isText ? undefined : language, sheet.highlight)),
  )
}
