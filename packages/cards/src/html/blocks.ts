import {
  withoutTabs,
  type Block,
  type CodeBlock,
  type ItemBlock,
  type LabelledBlock,
} from '../layout/block.ts'
import { span } from '../layout/row.ts'
import { lineRows } from '../layout/screen.ts'
import type { Sheet } from '../layout/sheet.ts'
import { element, htmlText, joined, rowHtml, type Html } from './element.ts'

const webAddress = /^https?:\/\//

/** The blocks of a body as markup. */
export function blocksHtml(blocks: readonly Block[], sheet: Sheet): Html {
  return joined(blocks.map((block) => blockHtml(block, sheet)))
}

function blockHtml(block: Block, sheet: Sheet): Html {
  switch (block.kind) {
    case 'note':
      return noteHtml(block.text, block.subject)
    case 'prose': {
      const lines = block.lines.map((line) => htmlText(withoutTabs(line)))
      return element('p', { class: `prose ${block.tone}` }, joined(lines, '\n'))
    }
    case 'link':
      return element('p', {}, linkHtml(block.address))
    case 'code':
      return codeHtml(block, sheet)
    case 'item':
      return itemHtml(block, sheet)
    case 'labelled':
      return labelledHtml(block, sheet)
  }
}

/** A remark of the layout. */
export function noteHtml(text: string, subject?: string): Html {
  const about = subject === undefined ? [] : [element('code', {}, htmlText(subject))]
  return element('p', { class: 'note' }, joined([htmlText(text), ...about], ' '))
}

function linkHtml(address: string): Html {
  if (!webAddress.test(address)) return element('code', {}, htmlText(address))
  return element('a', { href: address, rel: 'noopener noreferrer' }, htmlText(address))
}

function codeHtml({ lines, header }: CodeBlock, sheet: Sheet): Html {
  const width = sheet.expand ? Infinity : sheet.width
  const rows = lines.flatMap((line) => lineRows(line, { ...sheet, width }))
  const all = header === undefined ? rows : [[span(header, 'quiet')], ...rows]
  return element('pre', {}, joined(all.map(rowHtml), '\n'))
}

function labelledHtml({ label, body }: LabelledBlock, sheet: Sheet): Html {
  return joined([noteHtml(label), blocksHtml(body, sheet)])
}

function itemHtml({ name, tone, fact, body }: ItemBlock, sheet: Sheet): Html {
  const facts = fact === undefined ? [] : [element('span', { class: 'quiet' }, htmlText(fact))]
  const heading = joined([element('code', { class: tone }, htmlText(name)), ...facts], ' ')
  return element('div', { class: 'item' }, element('p', {}, heading), blocksHtml(body, sheet))
}
