import type { SessionHeader } from '@millrace/protocol'
import { footerOf, itemBlocks, speakerOf } from '../layout/item-blocks.ts'
import { sheetOf, type Sheet } from '../layout/sheet.ts'
import { markdownLines, noteLine } from '../markdown/blocks.ts'
import { codeSpan, words } from '../markdown/code.ts'
import { cardLines, type MarkdownOptions } from '../markdown/render.ts'
import { cutEnd, show } from '../text/shown.ts'
import { sessionFacts, sessionTitle } from './facts.ts'
import type { SessionItem } from './item.ts'
import { sessionCard, type SessionView } from './view.ts'

const usualWidth = 100

/**
 * A session as one Markdown document (CommonMark), with a line break at its end. What a person, a model, a tool or a
 * file wrote stands in code spans and fenced code alone, where no Markdown, HTML, link or mention has a meaning.
 */
export function sessionMarkdown(
  header: SessionHeader,
  view: SessionView,
  options: MarkdownOptions = {},
): string {
  const sheet = sheetOf({ width: usualWidth, cwd: header.cwd, ...options })
  const name = sessionTitle(header, view, sheet.words)
  const title = codeSpan(cutEnd(name, sheet.width, sheet.marks.ellipsis, sheet.words.body.chars))
  const facts = sessionFacts(header, view, sheet.words).map(
    ([fact, value]) => `- ${words(show(fact))}: ${codeSpan(show(value))}`,
  )
  const sections = view.items.map((item) => itemLines(item, view, header.id, sheet))
  return `${[[`# ${title}`], facts, ...sections]
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function itemLines(item: SessionItem, view: SessionView, session: string, sheet: Sheet): string[] {
  if (item.kind === 'call') {
    const card = sessionCard(view, item)
    return card === undefined ? [] : cardLines(card, sheet)
  }
  const blocks = markdownLines(itemBlocks(item, sheet), sheet)
  const start = item.kind === 'end' ? [] : [`**${sheet.words.said.speakers[speakerOf(item)]}:**`, '']
  const said = blocks.length === 0 ? [] : [...start, ...blocks]
  if (item.kind !== 'end') return said
  const footer = noteLine(footerOf(item, session, sheet.words).join(' | '))
  return said.length === 0 ? [footer] : [...said, '', footer]
}
