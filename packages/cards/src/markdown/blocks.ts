import type { Block, CodeBlock, ItemBlock } from '../layout/block.ts'
import { textOf } from '../layout/row.ts'
import { lineRows, messageRows } from '../layout/screen.ts'
import type { Sheet } from '../layout/sheet.ts'
import { cutEnd, cutMiddle, show } from '../text/shown.ts'
import { codeSpan, fenced, words } from './code.ts'

/** A longer address is no link any more. */
const longestAddress = 2_000
/** What may stand in an automatic link. */
const plainAddress = /^https?:\/\/[\x21-\x3b\x3d\x3f-\x7e]+$/

/** The blocks of a card's body as lines of Markdown. Whatever somebody else wrote stands in code. */
export function markdownLines(blocks: readonly Block[], sheet: Sheet): string[] {
  const lines: string[] = []
  blocks.forEach((block, index) => {
    const isNextInList = isBare(blocks[index - 1]) && isBare(block)
    if (index > 0 && !isNextInList) lines.push('')
    lines.push(...blockLines(block, sheet))
  })
  return lines
}

function isBare(block: Block | undefined): boolean {
  return block?.kind === 'item' && block.body.length === 0
}

function blockLines(block: Block, sheet: Sheet): string[] {
  switch (block.kind) {
    case 'note':
      return [noteLine(block.text, block.subject)]
    case 'prose':
      return fenced(block.lines.flatMap((line) => messageRows(line, sheet, 'plain')).map(textOf), 'text')
    case 'link':
      return [linkLine(block.address, sheet)]
    case 'code':
      return codeLines(block, sheet)
    case 'item':
      return itemLines(block, sheet)
    case 'labelled':
      return [noteLine(`${block.label}:`), '', ...markdownLines(block.body, sheet)]
  }
}

/** A remark of the layout, in italics. */
export function noteLine(text: string, subject?: string): string {
  const remark = `*${words(show(text))}*`
  return subject === undefined ? remark : `${remark} ${codeSpan(show(subject))}`
}

function linkLine(address: string, { marks, words: sheetWords }: Sheet): string {
  if (address.length <= longestAddress && plainAddress.test(address)) return `<${address}>`
  return codeSpan(cutEnd(address, longestAddress, marks.ellipsis, sheetWords.body.chars))
}

function codeLines({ lines, language, hasMargins, header }: CodeBlock, sheet: Sheet): string[] {
  const width = sheet.expand ? Infinity : sheet.width
  const shown = lines.flatMap((line) => {
    const margin = hasMargins === true ? (line.margin ?? '') : (line.sign ?? '')
    return lineRows({ ...line, margin }, { ...sheet, width }).map(textOf)
  })
  return fenced(header === undefined ? shown : [show(header), ...shown], language)
}

function itemLines({ name, fact, body }: ItemBlock, sheet: Sheet): string[] {
  const shown = sheet.expand ? show(name) : cutMiddle(name, 2 * sheet.width, sheet.marks.ellipsis)
  const heading = [codeSpan(shown), ...(fact === undefined ? [] : [words(show(fact))])]
  return listItem(
    heading.filter((part) => part !== '').join(' '),
    body.length === 0 ? [] : markdownLines(body, sheet),
  )
}

/** An item of a list, and what belongs to it. */
export function listItem(heading: string, body: readonly string[]): string[] {
  const inside = body.map((line) => (line === '' ? '' : `  ${line}`))
  return body.length === 0 ? [`- ${heading}`] : [`- ${heading}`, '', ...inside]
}
