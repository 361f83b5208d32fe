import { answerBlocks, itemBlocks, type ProseItem } from '../layout/item-blocks.ts'
import type { Sheet } from '../layout/sheet.ts'
import { counted } from '../text/count.ts'
import { linesOf } from '../text/lines.ts'
import { blocksHtml } from './blocks.ts'
import { element, htmlText, joined, type Html } from './element.ts'
import { imageHtml } from './images.ts'

/** What was said, with the pictures in it; empty for an item that has nothing to show. */
export function proseHtml(item: ProseItem, speaker: string, sheet: Sheet, isOpen: boolean): Html {
  const blocks = item.kind === 'assistant' ? answerBlocks(item) : itemBlocks(item, sheet)
  const images = item.kind === 'user' || item.kind === 'assistant' ? (item.images ?? []) : []
  const parts = [
    ...(item.kind === 'assistant' ? reasoningHtml(item.reasoning, sheet, isOpen) : []),
    blocksHtml(blocks, sheet),
    ...images.map(imageHtml),
  ].filter((part) => part !== '')
  if (parts.length === 0) return joined([])
  return element(
    'section',
    { class: speaker },
    element('p', { class: 'speaker' }, htmlText(speaker)),
    ...parts,
  )
}

function reasoningHtml(reasoning: string, sheet: Sheet, isOpen: boolean): Html[] {
  const lines = linesOf(reasoning)
  if (lines.length === 0) return []
  const heading = element('summary', {}, htmlText(`reasoning: ${counted(lines.length, 'line')}`))
  const words = blocksHtml([{ kind: 'prose', lines, tone: 'quiet' }], sheet)
  return [element('details', { open: isOpen }, heading, words)]
}
