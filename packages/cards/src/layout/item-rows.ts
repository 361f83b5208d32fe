import type { Block } from './block.ts'
import { itemBlocks, type ProseItem } from './item-blocks.ts'
import { span, type Row, type Tone } from './row.ts'
import { rowsOf } from './screen.ts'
import { narrower, type Sheet } from './sheet.ts'

/** Columns that the mark of an item takes; everything below it stands to the right of them. */
const markWidth = 2

/**
 * What was said, as rows: `> ` before a person's words, `* ` before a model's. All other rows of it begin with blanks,
 * so that no text can be taken for a card or a footer.
 */
export function itemRows(item: ProseItem, sheet: Sheet): Row[] {
  return markedRows(itemBlocks(item, sheet), markOf(item, sheet), sheet)
}

function markedRows(blocks: readonly Block[], mark: Mark, sheet: Sheet): Row[] {
  return rowsOf(blocks, narrower(sheet, markWidth)).map((row, index) => [
    index === 0 ? span(mark.text, mark.tone) : span(' '.repeat(markWidth)),
    ...row,
  ])
}

interface Mark {
  readonly text: string
  readonly tone: Tone
}

function markOf(item: ProseItem, { marks }: Sheet): Mark {
  if (item.kind === 'assistant') return { text: '* ', tone: 'strong' }
  if (item.kind === 'user' && item.plugin === undefined) return { text: '> ', tone: 'strong' }
  return { text: marks.remark, tone: 'quiet' }
}
