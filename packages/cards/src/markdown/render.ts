import { agentWords, hiddenWords, isProse, ownChildren } from '../layout/agent-rows.ts'
import { bodyBlocks, bodySheet, faceOf } from '../layout/card.ts'
import { isHeaderEnough, keepCalls } from '../layout/card-rows.ts'
import { fold } from '../layout/fold.ts'
import { cardFacts, howItWent, stateOf } from '../layout/header.ts'
import type { Row } from '../layout/row.ts'
import { sheetOf, type RenderOptions, type Sheet } from '../layout/sheet.ts'
import {
  aboveBody,
  additionBlocks,
  objectShown,
  scriptFacts,
  subjectBlocks,
  subjectOf,
  type Subject,
} from '../layout/subject.ts'
import { tally } from '../layout/tally.ts'
import { itemBlocks, speakerOf, type ProseItem } from '../layout/item-blocks.ts'
import type { Card, CardAgent } from '../state.ts'
import { cutEnd, show, type Shown } from '../text/shown.ts'
import { listItem, markdownLines, noteLine, textOf } from './blocks.ts'
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
  const face = faceOf(card, inner)
  const subject = subjectOf(card, sheet)
  const facts = factsOf(card, [...scriptFacts(subject), ...face.facts], sheet)
  const isSaid = (text: string): boolean => facts.some((fact) => fact.includes(show(text)))
  const whole = subjectBlocks(subject, card, sheet, inner)
  const body = [...bodyBlocks(card, whole, face, inner, isSaid), ...additionBlocks(subject, inner)]
  const sections = [
    [headerLine(card, aboveBody(subject), facts, sheet)],
    markdownLines(body, inner),
    callLines(card, sheet),
    markdownLines(face.after ?? [], inner),
  ]
  return sections
    .filter(({ length }) => length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

/** State, tool, object, facts, duration and permission. */
function headerLine(card: Card, subject: Subject, facts: readonly Shown[], sheet: Sheet): string {
  const { verb, object } = subject
  const parts = [cutEnd(verb, sheet.width, sheet.marks.ellipsis), objectShown(object, sheet), ...facts]
  const spans = [...parts, ...howItWent(card, sheet).map(textOf)].map(codeSpan)
  return [`**${words(stateOf(card, sheet).text)}**`, ...spans.filter((span) => span !== '')].join(' ')
}

function factsOf(card: Card, facts: readonly Row[], { width, marks }: Sheet): Shown[] {
  return [...facts, ...cardFacts(card)].map((fact) => cutEnd(textOf(fact), 2 * width, marks.ellipsis))
}

/** The calls within a card; what its sub-agents said is folded away, or stands between their calls. */
function callLines(card: Card, sheet: Sheet): string[] {
  const { agents } = card
  if (agents === undefined) return childLines(card.children, sheet)
  if (sheet.expand) {
    const lists = agents.flatMap((agent) => agentItem(agent, card, sheet))
    return [...childLines(ownChildren(card), sheet), ...lists]
  }
  const hidden = hiddenWords(card, sheet)
  const note = noteLine(`${sheet.marks.ellipsis} ${hidden} hidden${sheet.hint}`)
  return [...childLines(card.children, sheet), ...(hidden === '' ? [] : [`- ${note}`])]
}

function agentItem(agent: CardAgent, card: Card, sheet: Sheet): string[] {
  const body = agent.items.flatMap((item) => {
    if (isProse(item)) return proseItem(item, sheet)
    const child = card.children[item.index]
    return child === undefined ? [] : childItem(child, sheet)
  })
  return listItem(['*agent*', codeSpan(show(agentWords(agent, card)))].join(' '), body)
}

function proseItem(item: ProseItem, sheet: Sheet): string[] {
  const blocks = itemBlocks(item, sheet)
  return blocks.length === 0 ? [] : listItem(noteLine(speakerOf(item, true)), markdownLines(blocks, sheet))
}

function childLines(children: readonly Card[], sheet: Sheet): string[] {
  const { head, hidden, tail } = fold(children, keepCalls, sheet)
  const items = (cards: readonly Card[]): string[] => cards.flatMap((card) => childItem(card, sheet))
  if (hidden === 0) return items(head)
  const omitted = children.slice(head.length, children.length - tail.length)
  const note = noteLine(`${sheet.marks.ellipsis} ${tally(omitted)} hidden${sheet.hint}`)
  return [...items(head), `- ${note}`, ...items(tail)]
}

function childItem(card: Card, sheet: Sheet): string[] {
  if (isHeaderEnough(card, sheet)) {
    const subject = subjectOf(card, sheet)
    const facts = factsOf(card, faceOf(card, sheet).facts, sheet)
    return listItem(
      headerLine(card, subject, facts, sheet),
      markdownLines(additionBlocks(subject, sheet), sheet),
    )
  }
  const [header = '', , ...body] = cardLines(card, sheet)
  return listItem(header, body)
}
