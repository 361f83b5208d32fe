import type { ImageBlock, ToolCallKind } from '@millrace/protocol'
import type { Block } from '../layout/block.ts'
import { bodySheet } from '../layout/card.ts'
import { cardParts, headerParts, isHeaderEnough, type CardParts } from '../layout/card-parts.ts'
import { cardFacts, howItWent, iconOf, kindOf, objectSpans, stateOf } from '../layout/header.ts'
import { textOf, type Row, type Span } from '../layout/row.ts'
import { sheetOf, type RenderOptions, type Sheet } from '../layout/sheet.ts'
import { looksFailed } from '../settle.ts'
import type { Card } from '../state.ts'
import { cutEnd, show, type Shown } from '../text/shown.ts'

/**
 * A card as it is to be drawn, for front ends that have neither rows nor columns: the static page and the workbench draw
 * from it, in the order of its fields. The calls and agents within the card stand between `body` and `after`.
 */
export interface CardDrawing {
  /** Glyph and word of the state; its tone is the state's name. */
  readonly state: Span
  /** What sort of call it is, and the sign of that. */
  readonly kind: ToolCallKind
  readonly icon: Span
  /** The name of the tool. */
  readonly verb: Shown
  /** What the call is about: a command behind its prompt, a file, a title; empty where the body has all of it. */
  readonly object: Row
  /** Short facts, such as `exit 1` or `37 matches in 9 files`. */
  readonly facts: readonly Row[]
  /** How long it took, and why it was allowed. */
  readonly went: readonly Row[]
  readonly body: readonly Block[]
  /** Pictures in what the tool answered; nobody checked yet whether they are any. */
  readonly images: readonly ImageBlock[]
  readonly after: readonly Block[]
  /** Whether there is nothing below the header: no body, no picture, no call and no agent. */
  readonly isHeaderOnly: boolean
  /** Whether something about it wants to be seen where other cards are folded: it failed, was denied or waits. */
  readonly wantsToBeSeen: boolean
}

/** A card as it is to be drawn; folded, unless `expand` is set. */
export function drawCard(card: Card, options: RenderOptions): CardDrawing {
  return cardDrawing(card, sheetOf(options))
}

/**
 * A call within a program or a sub-agent as it is to be drawn: where nothing about it wants to be seen, the folded form has
 * its header alone.
 */
export function drawCallWithin(card: Card, options: RenderOptions): CardDrawing {
  return drawingWithin(card, sheetOf(options))
}

/**
 * The drawing for one sheet.
 * @param factOf - as much of a fact as the header shows.
 */
export function cardDrawing(card: Card, sheet: Sheet, factOf: (fact: Row) => Shown = textOf): CardDrawing {
  return drawn(card, cardParts(card, sheet, bodySheet(card, sheet)), sheet, factOf)
}

/** The same for a call within another one. */
export function drawingWithin(card: Card, sheet: Sheet, factOf: (fact: Row) => Shown = textOf): CardDrawing {
  if (!isHeaderEnough(card, sheet)) return cardDrawing(card, sheet, factOf)
  return drawn(card, headerParts(card, sheet, sheet), sheet, factOf)
}

function drawn(card: Card, parts: CardParts, sheet: Sheet, factOf: (fact: Row) => Shown): CardDrawing {
  const { subject, after } = parts
  const facts = [...parts.facts, ...cardFacts(card, sheet)]
  const said = facts.map(factOf)
  const body = parts.body((text) => said.some((fact) => fact.includes(show(text))))
  const images = imagesOf(card)
  const isEmpty = body.length === 0 && after.length === 0 && images.length === 0
  return {
    state: stateOf(card, sheet),
    kind: kindOf(card),
    icon: iconOf(card, sheet),
    verb: cutEnd(subject.verb, sheet.width, sheet.marks.ellipsis, sheet.words.body.chars),
    object: objectSpans(card, subject, sheet),
    facts,
    went: howItWent(card, sheet),
    body,
    images,
    after,
    isHeaderOnly: isEmpty && card.children.length === 0 && (card.agents ?? []).length === 0,
    wantsToBeSeen: looksFailed(card) || card.status === 'denied' || card.status === 'waiting',
  }
}

function imagesOf({ result }: Card): readonly ImageBlock[] {
  if (result?.card !== 'generic') return []
  return (result.content ?? []).filter((block) => block.type === 'image')
}
