import { drawAgents, type AgentDrawing } from '../drawing/agent-drawing.ts'
import { cardDrawing, type CardDrawing } from '../drawing/card-drawing.ts'
import { ownCalls } from '../layout/agent-rows.ts'
import { bodySheet } from '../layout/card.ts'
import { textOf } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import type { Card } from '../state.ts'
import { blocksHtml } from './blocks.ts'
import { element, htmlText, joined, rowHtml, type Html } from './element.ts'
import { imageHtml } from './images.ts'
import { proseHtml } from './prose.ts'

/** A card, folded to its header; open where something about it wants to be seen. */
export function cardHtml(card: Card, sheet: Sheet, isOpen: boolean): Html {
  const drawing = cardDrawing(card, sheet)
  const header = headerHtml(drawing)
  if (drawing.isHeaderOnly) return element('article', { class: 'card' }, element('p', {}, header))
  const inner = bodySheet(card, sheet)
  const below = [
    blocksHtml(drawing.body, inner),
    ...drawing.images.map((image) => imageHtml(image, sheet.words)),
    callsHtml(ownCalls(card), sheet, isOpen),
    ...drawAgents(card, sheet).map((agent) => agentHtml(agent, sheet, isOpen)),
    blocksHtml(drawing.after, inner),
  ]
  const open = isOpen || drawing.wantsToBeSeen
  return element(
    'article',
    { class: 'card' },
    element('details', { open }, element('summary', {}, header), element('div', { class: 'body' }, ...below)),
  )
}

function headerHtml({ state, verb, object, facts, went }: CardDrawing): Html {
  const about = textOf(object)
  return joined(
    [
      element('span', { class: 'state' }, rowHtml([state])),
      element('b', {}, htmlText(verb)),
      ...(about === '' ? [] : [element('code', {}, htmlText(about))]),
      ...facts.map((fact) => element('span', {}, rowHtml(fact))),
      ...went.map(rowHtml),
    ],
    ' ',
  )
}

function callsHtml(cards: readonly Card[], sheet: Sheet, isOpen: boolean): Html {
  if (cards.length === 0) return joined([])
  return element('ul', {}, ...cards.map((card) => element('li', {}, cardHtml(card, sheet, isOpen))))
}

/** A sub-agent, folded to what it is for. */
function agentHtml({ words, entries }: AgentDrawing, sheet: Sheet, isOpen: boolean): Html {
  const items = entries.map((entry) =>
    entry.kind === 'said'
      ? proseHtml(entry.item, sheet, { isOpen, isWithinAgent: true })
      : cardHtml(entry.card, sheet, isOpen),
  )
  const heading = element(
    'summary',
    {},
    element('i', {}, htmlText(sheet.words.body.agent)),
    htmlText(` ${words}`),
  )
  return element('details', { class: 'agent', open: isOpen }, heading, ...items)
}
