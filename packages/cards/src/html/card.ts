import { agentWords, isProse, ownChildren } from '../layout/agent-rows.ts'
import { bodyBlocks, bodySheet, faceOf } from '../layout/card.ts'
import { cardFacts, howItWent, stateOf } from '../layout/header.ts'
import { speakerOf } from '../layout/item-blocks.ts'
import type { Row } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import {
  aboveBody,
  additionBlocks,
  objectShown,
  scriptFacts,
  subjectBlocks,
  subjectOf,
  type Subject,
} from '../layout/subject.ts'
import { looksFailed } from '../settle.ts'
import type { Card, CardAgent } from '../state.ts'
import { cutEnd, show } from '../text/shown.ts'
import { blocksHtml } from './blocks.ts'
import { element, htmlText, joined, rowHtml, type Html } from './element.ts'
import { imageHtml } from './images.ts'
import { proseHtml } from './prose.ts'

/** A card, folded to its header; open where something about it wants to be seen. */
export function cardHtml(card: Card, sheet: Sheet, isOpen: boolean): Html {
  const inner = bodySheet(card, sheet)
  const face = faceOf(card, inner)
  const subject = subjectOf(card, sheet)
  const facts = [...scriptFacts(subject), ...face.facts, ...cardFacts(card)]
  const said = facts.map((fact) => fact.map(({ text }) => text).join(''))
  const isSaid = (text: string): boolean => said.some((fact) => fact.includes(show(text)))
  const whole = subjectBlocks(subject, card, sheet, inner)
  const body = [...bodyBlocks(card, whole, face, inner, isSaid), ...additionBlocks(subject, inner)]
  const header = headerHtml(card, aboveBody(subject), facts, sheet)
  const below = [
    blocksHtml(body, inner),
    ...imagesOf(card),
    callsHtml(ownChildren(card), sheet, isOpen),
    ...(card.agents ?? []).map((agent) => agentHtml(agent, card, sheet, isOpen)),
    blocksHtml(face.after ?? [], inner),
  ].filter((part) => part !== '')
  if (below.length === 0) return element('article', { class: 'card' }, element('p', {}, header))
  const open = isOpen || wantsToBeSeen(card)
  return element(
    'article',
    { class: 'card' },
    element('details', { open }, element('summary', {}, header), element('div', { class: 'body' }, ...below)),
  )
}

function wantsToBeSeen(card: Card): boolean {
  return looksFailed(card) || card.status === 'denied' || card.status === 'waiting'
}

function headerHtml(card: Card, { verb, object }: Subject, facts: readonly Row[], sheet: Sheet): Html {
  const shown = objectShown(object, sheet)
  return joined(
    [
      element('span', { class: 'state' }, rowHtml([stateOf(card, sheet)])),
      element('b', {}, htmlText(cutEnd(verb, sheet.width, sheet.marks.ellipsis))),
      ...(shown === '' ? [] : [element('code', {}, htmlText(shown))]),
      ...facts.map((fact) => element('span', {}, rowHtml(fact))),
      ...howItWent(card, sheet).map(rowHtml),
    ],
    ' ',
  )
}

function imagesOf({ result }: Card): Html[] {
  if (result?.card !== 'generic') return []
  return (result.content ?? []).filter((block) => block.type === 'image').map(imageHtml)
}

function callsHtml(cards: readonly Card[], sheet: Sheet, isOpen: boolean): Html {
  if (cards.length === 0) return joined([])
  return element('ul', {}, ...cards.map((card) => element('li', {}, cardHtml(card, sheet, isOpen))))
}

/** A sub-agent, folded to what it is for. */
function agentHtml(agent: CardAgent, card: Card, sheet: Sheet, isOpen: boolean): Html {
  const items = agent.items.map((item) => {
    if (isProse(item)) return proseHtml(item, speakerOf(item, true), sheet, isOpen)
    const child = card.children[item.index]
    return child === undefined ? joined([]) : cardHtml(child, sheet, isOpen)
  })
  const heading = element(
    'summary',
    {},
    element('i', {}, htmlText('agent')),
    htmlText(` ${agentWords(agent, card)}`),
  )
  return element('details', { class: 'agent', open: isOpen }, heading, ...items)
}
