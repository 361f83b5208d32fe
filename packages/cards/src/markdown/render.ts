import { drawAgents, type AgentDrawing } from '../drawing/agent-drawing.ts'
import { cardDrawing, drawingWithin, type CardDrawing } from '../drawing/card-drawing.ts'
import { hiddenWords, ownCalls } from '../layout/agent-rows.ts'
import { hiddenText } from '../layout/block.ts'
import { bodySheet } from '../layout/card.ts'
import { isHeaderEnough } from '../layout/card-parts.ts'
import { keepCalls } from '../layout/card-rows.ts'
import { fold } from '../layout/fold.ts'
import { itemBlocks, speakerOf, type ProseItem } from '../layout/item-blocks.ts'
import { textOf, type Row } from '../layout/row.ts'
import { sheetOf, type RenderOptions, type Sheet } from '../layout/sheet.ts'
import { tally } from '../layout/tally.ts'
import type { Card } from '../state.ts'
import { cutEnd, show, type Shown } from '../text/shown.ts'
import { listItem, markdownLines, noteLine } from './blocks.ts'
import { codeSpan, words } from './code.ts'

/** How a card is written as Markdown. */
export interface MarkdownOptions extends Omit<RenderOptions, 'width' | 'ascii' | 'highlight'> {
  /** Columns at which prose is broken and, unless everything is shown, a line is cut; 100 by default. */
  readonly width?: number
}

const usualWidth = 100

/**
 * A card as Markdown (CommonMark); no line break at the end. What a tool, a model or a file wrote stands in code
 * spans and fenced code alone, where no Markdown, HTML, link or mention has a meaning; the only links are the
 * http and https addresses of web cards.
 */
export function renderMarkdown(card: Card, options: MarkdownOptions = {}): string {
  return cardLines(card, sheetOf({ width: usualWidth, ...options })).join('\n')
}

/** The same for one sheet, as lines. */
export function cardLines(card: Card, sheet: Sheet): string[] {
  const inner = bodySheet(card, sheet)
  const drawing = cardDrawing(card, sheet, factIn(sheet))
  const sections = [
    [headerLine(drawing, sheet)],
    markdownLines(drawing.body, inner),
    callLines(card, sheet),
    markdownLines(drawing.after, inner),
  ]
  return sections
    .filter(({ length }) => length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

/** State, tool, object, facts, duration and permission. */
function headerLine({ state, verb, object, facts, went }: CardDrawing, sheet: Sheet): string {
  const parts = [verb, textOf(object), ...facts.map(factIn(sheet)), ...went.map(textOf)]
  const spans = parts.map(codeSpan).filter((span) => span !== '')
  return [`**${words(state.text)}**`, ...spans].join(' ')
}

/** As much of a fact as a header line has. */
function factIn({ width, marks, words: sheetWords }: Sheet): (fact: Row) => Shown {
  return (fact) => cutEnd(textOf(fact), 2 * width, marks.ellipsis, sheetWords.body.chars)
}

/** The calls within a card; what its sub-agents said is folded away, or stands between their calls. */
function callLines(card: Card, sheet: Sheet): string[] {
  if (card.agents === undefined) return childLines(card.children, sheet)
  if (sheet.expand) {
    const lists = drawAgents(card, sheet).flatMap((agent) => agentItem(agent, sheet))
    return [...childLines(ownCalls(card), sheet), ...lists]
  }
  const hidden = hiddenWords(card, sheet)
  const note = hidden === '' ? [] : [`- ${noteLine(hiddenText(hidden, sheet))}`]
  return [...childLines(card.children, sheet), ...note]
}

function agentItem({ words, entries }: AgentDrawing, sheet: Sheet): string[] {
  const body = entries.flatMap((entry) =>
    entry.kind === 'said' ? proseItem(entry.item, sheet) : childItem(entry.card, sheet),
  )
  return listItem([noteLine(sheet.words.body.agent), codeSpan(show(words))].join(' '), body)
}

function proseItem(item: ProseItem, sheet: Sheet): string[] {
  const blocks = itemBlocks(item, sheet)
  return blocks.length === 0
    ? []
    : listItem(noteLine(sheet.words.said.speakers[speakerOf(item, true)]), markdownLines(blocks, sheet))
}

function childLines(children: readonly Card[], sheet: Sheet): string[] {
  const { head, hidden, tail } = fold(children, keepCalls, sheet)
  const items = (cards: readonly Card[]): string[] => cards.flatMap((card) => childItem(card, sheet))
  if (hidden === 0) return items(head)
  const omitted = children.slice(head.length, children.length - tail.length)
  const note = noteLine(hiddenText(tally(omitted, sheet.words), sheet))
  return [...items(head), `- ${note}`, ...items(tail)]
}

function childItem(card: Card, sheet: Sheet): string[] {
  if (isHeaderEnough(card, sheet)) {
    const drawing = drawingWithin(card, sheet, factIn(sheet))
    return listItem(headerLine(drawing, sheet), markdownLines(drawing.body, sheet))
  }
  const [header = '', , ...body] = cardLines(card, sheet)
  return listItem(header, body)
}
