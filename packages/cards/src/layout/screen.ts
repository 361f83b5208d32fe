import { cutAround, cutMiddle, endCut, rowLengths, show, widthOf, wrap, wrapWords } from '../text/shown.ts'
import { withoutTabs, type Block, type ItemBlock, type LabelledBlock, type Line } from './block.ts'
import { lineOf, sliced, spansOf } from './pieces.ts'
import { indented, span, type Row, type Tone } from './row.ts'
import { narrower, type Sheet } from './sheet.ts'

/** The blocks of a card's body as rows of a screen. */
export function rowsOf(blocks: readonly Block[], sheet: Sheet): Row[] {
  return blocks.flatMap((block) => blockRows(block, sheet))
}

function blockRows(block: Block, sheet: Sheet): Row[] {
  switch (block.kind) {
    case 'note':
      return messageRows([block.text, block.subject ?? []].flat().join(' '), sheet, 'quiet')
    case 'prose':
      return block.lines.flatMap((line) => messageRows(line, sheet, block.tone))
    case 'link':
      return lineRows({ pieces: [{ text: block.address, tone: 'quiet' }] }, sheet)
    case 'code':
      return block.lines.flatMap((line) => lineRows(line, sheet))
    case 'item':
      return itemRows(block, sheet)
    case 'labelled':
      return labelledRows(block, sheet)
  }
}

/** One line of a message: it is never cut, but broken between words. */
export function messageRows(line: string, sheet: Sheet, tone: Tone): Row[] {
  return wrapWords(withoutTabs(line), sheet.width).map((row) => [span(row, tone)])
}

/** One line as rows: cut to the width when folded, broken into several when everything is shown. */
export function lineRows({ pieces, margin = '', marginTone = 'quiet', place }: Line, sheet: Sheet): Row[] {
  const { width, marks } = narrower(sheet, margin.length)
  const flat = pieces.map(({ text, tone }) => ({ text: withoutTabs(text), tone }))
  const text = lineOf(flat)
  const start = span(margin, marginTone)
  if (!sheet.expand) {
    if (place !== undefined)
      return [[start, span(cutAround(text, place.at, place.length, width, marks.ellipsis))]]
    const cut = endCut(text, width, marks.ellipsis, sheet.words.body.chars)
    if (cut === undefined) return [[start, ...spansOf(flat)]]
    return [[start, ...spansOf(sliced(flat, 0, cut.units)), { text: cut.note, tone: 'quiet' }]]
  }
  const lengths = width === Infinity ? [text.length] : rowLengths(text, width)
  if (lengths.length === 1) return [[start, ...spansOf(flat)]]
  const rest = span(' '.repeat(margin.length))
  let from = 0
  return lengths.map((units, index) => {
    const row = spansOf(sliced(flat, from, from + units))
    from += units
    return [index === 0 ? start : rest, ...row]
  })
}

/** Labels stand in a column of their own, so that no text beside them can pass for one. */
export const labelColumns = 9

function labelledRows({ label, body }: LabelledBlock, sheet: Sheet): Row[] {
  const blank = span(' '.repeat(labelColumns))
  const shown = show(label)
  const name = span(`${shown}${' '.repeat(Math.max(1, labelColumns - widthOf(shown)))}`, 'quiet')
  return rowsOf(body, narrower(sheet, labelColumns)).map((row, index) => [index === 0 ? name : blank, ...row])
}

function itemRows({ name, tone, fact, inset, body }: ItemBlock, sheet: Sheet): Row[] {
  const rows = rowsOf(body, narrower(sheet, inset))
  return [
    ...nameRows(withoutTabs(name), tone, fact, sheet),
    ...(inset === 0 ? rows : indented(rows, ' '.repeat(inset))),
  ]
}

function nameRows(name: string, tone: Tone, fact: string | undefined, sheet: Sheet): Row[] {
  const facts = fact === undefined ? [] : [span(`  ${fact}`, 'quiet')]
  const room = Math.max(1, sheet.width - (fact === undefined ? 0 : widthOf(show(fact)) + 2))
  if (!sheet.expand) return [[span(cutMiddle(name, room, sheet.marks.ellipsis), tone), ...facts]]
  const rows = wrap(name, sheet.width).map((row) => [span(row, tone)])
  const last = rows.at(-1)!
  const hasRoom = widthOf(last[0]!.text) <= room
  return hasRoom ? [...rows.slice(0, -1), [...last, ...facts]] : [...rows, facts]
}
