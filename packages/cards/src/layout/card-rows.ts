import type { Card } from '../state.ts'
import { show } from '../text/shown.ts'
import { agentRows, hiddenWords, ownCalls } from './agent-rows.ts'
import { hiddenText } from './block.ts'
import { bodySheet } from './card.ts'
import { cardParts, headerParts, isHeaderEnough } from './card-parts.ts'
import { fold, type Keep } from './fold.ts'
import { headerRows } from './header.ts'
import { indented, span, textOf, type Row } from './row.ts'
import { messageRows, rowsOf } from './screen.ts'
import { narrower, type Sheet } from './sheet.ts'
import { tally } from './tally.ts'

const margin = '  '
/** Calls of a program that a folded card shows. */
export const keepCalls: Keep = { head: 8, tail: 8 }

/** A card and the calls within it, as rows of a screen. */
export function cardRows(card: Card, sheet: Sheet): Row[] {
  const inner = narrower(bodySheet(card, sheet), margin.length)
  const { subject, facts, body, after } = cardParts(card, sheet, inner)
  const header = headerRows(card, subject, facts, sheet)
  const said = oneLine(header.map(textOf).join(' '))
  const isSaid = (text: string): boolean => said.includes(oneLine(show(text)))
  return [
    ...header,
    ...indented(rowsOf(body(isSaid), inner), margin),
    ...indented(callRows(card, narrower(sheet, margin.length)), margin),
    ...indented(rowsOf(after, inner), margin),
  ]
}

/** The calls within a card; what its sub-agents said is folded away, or stands between their calls. */
function callRows(card: Card, sheet: Sheet): Row[] {
  if (card.agents === undefined) return childRows(card.children, sheet)
  if (sheet.expand) return [...childRows(ownCalls(card), sheet), ...agentRows(card, sheet, cardRows)]
  const hidden = hiddenWords(card, sheet)
  const note = hidden === '' ? [] : messageRows(hiddenText(hidden, sheet), sheet, 'quiet')
  return [...childRows(card.children, sheet), ...note]
}

/** What stands on several rows, as it is read. */
function oneLine(text: string): string {
  return text.replaceAll(/ +/g, ' ')
}

function childRows(children: readonly Card[], sheet: Sheet): Row[] {
  const { head, hidden, tail } = fold(children, keepCalls, sheet)
  const { marks } = sheet
  const inner = narrower(sheet, marks.branch.length)
  const branches = (cards: readonly Card[], endsHere: boolean): Row[] =>
    cards.flatMap((card, index) => {
      const isLast = endsHere && index === cards.length - 1
      return branched(
        childCard(card, inner),
        isLast ? marks.lastBranch : marks.branch,
        isLast ? '   ' : marks.trunk,
      )
    })
  if (hidden === 0) return branches(head, true)
  const omitted = children.slice(head.length, children.length - tail.length)
  const note = messageRows(hiddenText(tally(omitted, sheet.words), sheet), inner, 'quiet')
  return [...branches(head, false), ...branched(note, marks.branch, marks.trunk), ...branches(tail, true)]
}

/** A call within a program: one row, unless something about it wants to be seen. */
function childCard(card: Card, sheet: Sheet): Row[] {
  if (!isHeaderEnough(card, sheet)) return cardRows(card, sheet)
  const inner = narrower(sheet, margin.length)
  const { subject, facts, body } = headerParts(card, sheet, inner)
  const rows = rowsOf(
    body(() => false),
    inner,
  )
  return [...headerRows(card, subject, facts, sheet), ...indented(rows, margin)]
}

function branched(rows: readonly Row[], first: string, others: string): Row[] {
  return rows.map((row, index) => [span(index === 0 ? first : others, 'quiet'), ...row])
}
