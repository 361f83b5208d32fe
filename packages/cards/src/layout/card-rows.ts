import type { Card } from '../state.ts'
import { show } from '../text/shown.ts'
import { agentRows, hiddenWords, ownChildren } from './agent-rows.ts'
import { bodyBlocks, bodySheet, faceOf } from './card.ts'
import { fold, type Keep } from './fold.ts'
import { headerRows } from './header.ts'
import { indented, span, type Row } from './row.ts'
import { messageRows, rowsOf } from './screen.ts'
import { narrower, type Sheet } from './sheet.ts'
import { aboveBody, additionBlocks, scriptFacts, subjectBlocks, subjectOf } from './subject.ts'
import { tally } from './tally.ts'

const margin = '  '
/** Calls of a program that a folded card shows. */
export const keepCalls: Keep = { head: 8, tail: 8 }

/** A card and the calls within it, as rows of a screen. */
export function cardRows(card: Card, sheet: Sheet): Row[] {
  const inner = narrower(bodySheet(card, sheet), margin.length)
  const face = faceOf(card, inner)
  const subject = subjectOf(card, sheet)
  const header = headerRows(card, aboveBody(subject), [...scriptFacts(subject), ...face.facts], sheet)
  const said = oneLine(header.map((row) => row.map(({ text }) => text).join('')).join(' '))
  const isSaid = (text: string): boolean => said.includes(oneLine(show(text)))
  const whole = subjectBlocks(subject, card, sheet, inner)
  const body = [...bodyBlocks(card, whole, face, inner, isSaid), ...additionBlocks(subject, inner)]
  return [
    ...header,
    ...indented(rowsOf(body, inner), margin),
    ...indented(callRows(card, narrower(sheet, margin.length)), margin),
    ...indented(rowsOf(face.after ?? [], inner), margin),
  ]
}

/** The calls within a card; what its sub-agents said is folded away, or stands between their calls. */
function callRows(card: Card, sheet: Sheet): Row[] {
  if (card.agents === undefined) return childRows(card.children, sheet)
  if (sheet.expand) return [...childRows(ownChildren(card), sheet), ...agentRows(card, sheet, cardRows)]
  const hidden = hiddenWords(card, sheet)
  const note = `${sheet.marks.ellipsis} ${hidden} hidden${sheet.hint}`
  return [...childRows(card.children, sheet), ...(hidden === '' ? [] : messageRows(note, sheet, 'quiet'))]
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
  const note = messageRows(`${marks.ellipsis} ${tally(omitted)} hidden${sheet.hint}`, inner, 'quiet')
  return [...branches(head, false), ...branched(note, marks.branch, marks.trunk), ...branches(tail, true)]
}

/** A call within a program: one row, unless something about it wants to be seen. */
function childCard(card: Card, sheet: Sheet): Row[] {
  if (!isHeaderEnough(card, sheet)) return cardRows(card, sheet)
  const subject = subjectOf(card, sheet)
  const inner = narrower(sheet, margin.length)
  return [
    ...headerRows(card, subject, faceOf(card, sheet).facts, sheet),
    ...indented(rowsOf(additionBlocks(subject, inner), inner), margin),
  ]
}

/** Whether a call within a program is shown by its header alone. */
export function isHeaderEnough(card: Card, { expand }: Sheet): boolean {
  const isQuiet = card.status === 'done' || card.status === 'running' || card.status === 'queued'
  return isQuiet && !expand && card.children.length === 0 && card.agents === undefined
}

function branched(rows: readonly Row[], first: string, others: string): Row[] {
  return rows.map((row, index) => [span(index === 0 ? first : others, 'quiet'), ...row])
}
