import type { ToolCallKind } from '@millrace/protocol'
import type { Card } from '../state.ts'
import { runTimeOf } from '../run-time.ts'
import { decisionOf, isAsked, looksFailed, permissionOf } from '../settle.ts'
import { duration } from '../text/count.ts'
import { cutEnd, cutMiddle, show, wrapWords } from '../text/shown.ts'
import type { HeaderWords } from '../words/card-words.ts'
import { programOf } from '../view/program.ts'
import { spansOf } from './pieces.ts'
import { progressWords } from './progress.ts'
import { indented, rowWidth, span, type Row, type Span, type Tone } from './row.ts'
import { narrower, type Sheet } from './sheet.ts'
import { icons, looks } from './style.ts'
import { hang, mostObjectRows, objectPieces, objectShown, type Subject } from './subject.ts'

const gap = span('  ')
/** Columns of a name that is shown however narrow the screen is, and at most: names of tools of servers have up to 64 letters. */
const verbs = { least: 32, most: 64 }

/**
 * The header of a card: state, verb, object, facts, duration and permission. What does not fit on the first row
 * stands on the next ones.
 */
export function headerRows(card: Card, subject: Subject, facts: readonly Row[], sheet: Sheet): Row[] {
  const tone = objectTone(card)
  const shown = objectShown(subject.object, sheet)
  const object = objectSpans(card, subject, sheet)
  const state = [stateOf(card, sheet), gap]
  const left: Row = [...state, ...verbSpans(card, subject.verb, sheet, sheet.width - rowWidth(state))]
  const start: Row = [...left, ...prefixed(object)]
  const middle = [...facts, ...cardFacts(card, sheet)]
  const right = joined(howItWent(card, sheet))
  const all: Row = [...start, ...prefixed(joined(middle))]
  if (fits(all, right, sheet)) return [spread(all, right, sheet)]
  if (fits(start, right, sheet)) return [spread(start, right, sheet), ...below(middle, sheet)]
  const rest = [...wrapWords(shown, sheet.width - hang.length).map((row) => [span(row, tone)]), ...middle]
  if (fits(left, right, sheet)) return [spread(left, right, sheet), ...below(rest, sheet)]
  return [...broken(left, sheet), ...below([...rest, right], sheet)]
}

/** What a person is asked about stands out, and everything around it less. */
function objectTone(card: Card): Tone {
  return isAsked(card) ? 'strong' : card.status === 'cancelled' ? 'struck' : 'plain'
}

/** As much of what a call is about as a header has room for. */
export function objectSpans(card: Card, subject: Subject, sheet: Sheet): Row {
  const tone = objectTone(card)
  const shown = objectShown(subject.object, sheet)
  const isWhole = tone === 'plain' && shown === show(subject.object)
  return isWhole ? spansOf(objectPieces(subject, sheet)) : [span(shown, tone)]
}

function fits(row: Row, right: Row, sheet: Sheet): boolean {
  return rowWidth(row) + rowWidth(prefixed(right)) <= sheet.width
}

/** A row with something at the right edge. */
function spread(row: Row, right: Row, sheet: Sheet): Row {
  if (right.length === 0) return row
  return [...row, span(' '.repeat(sheet.width - rowWidth(row) - rowWidth(right))), ...right]
}

function below(pieces: readonly Row[], sheet: Sheet): Row[] {
  return indented(flowed(pieces, narrower(sheet, hang.length)), hang)
}

function prefixed(row: Row): Row {
  return row.every(({ text }) => text === '') ? [] : [gap, ...row]
}

function joined(rows: readonly Row[]): Row {
  return rows.flatMap((row, index) => (index === 0 ? row : [gap, ...row]))
}

/** Pieces one after the other, each on a new row where it no longer fits. */
function flowed(pieces: readonly Row[], sheet: Sheet): Row[] {
  const rows: Row[] = []
  for (const piece of pieces) {
    if (rowWidth(piece) === 0) continue
    const last = rows.at(-1)
    if (last !== undefined && fits(last, piece, sheet)) rows[rows.length - 1] = [...last, gap, ...piece]
    else rows.push(...broken(piece, sheet))
  }
  return rows
}

/** A piece as rows. What is cut of a very long one are the facts, which the body repeats in full. */
function broken(piece: Row, { width, marks, words }: Sheet): Row[] {
  if (rowWidth(piece) <= width) return [piece]
  const most = mostObjectRows * width
  return piece.flatMap(({ text, tone }) =>
    wrapWords(cutEnd(text, most, marks.ellipsis, words.body.chars), width).map((row) => [span(row, tone)]),
  )
}

/** How a call stands: glyph, word and tone. */
export function stateOf(card: Card, sheet: Sheet): Span {
  const state = looksFailed(card) ? 'failed' : card.status
  const { glyph, ascii, tone } = looks[state]
  return span(`${sheet.ascii ? ascii : glyph} ${sheet.words.header.states[state]}`, tone)
}

function verbSpans(card: Card, verb: string, sheet: Sheet, room: number): Row {
  const { text, tone } = iconOf(card, sheet)
  const icon = span(`${text} `, tone)
  const most = Math.max(verbs.least, Math.min(verbs.most, room - rowWidth([icon])))
  const name = cutMiddle(verb, most, sheet.marks.ellipsis)
  return [icon, span(name, isAsked(card) ? 'plain' : 'strong')]
}

/** The sign of what sort of call it is. */
export function iconOf(card: Card, sheet: Sheet): Span {
  const [glyph, ascii] = icons[kindOf(card)]
  return span(sheet.ascii ? ascii : glyph, 'quiet')
}

/** What sort of call it is, as its views tell. */
export function kindOf(card: Card): ToolCallKind {
  if (card.call.card === 'terminal') return 'execute'
  if (card.call.card === 'diff') return 'edit'
  if (card.call.kind !== undefined) return card.call.kind
  const kinds = {
    terminal: 'execute',
    diff: 'edit',
    search: 'search',
    read: 'read',
    web: 'fetch',
    code: 'execute',
  } as const
  const result = card.result?.card
  return result === undefined || result === 'generic' ? 'other' : kinds[result]
}

/** Facts that do not come from a view: who decided, which error, how far, how many calls. */
export function cardFacts(card: Card, { words }: Sheet): Row[] {
  const facts: Row[] = []
  if (card.status === 'denied') facts.push([span(deniedBy(card, words.header), 'denied')])
  else if (card.status === 'failed' && card.error !== undefined)
    facts.push([span(errorWords(card, card.error, words.header), 'failed')])
  if (card.children.length > 0) facts.push([span(words.counted(card.children.length, 'call'))])
  facts.push([span(progressWords(card, words.header))])
  return facts.filter(([first]) => first !== undefined && first.text !== '')
}

/** A call that was under way when its process ended neither succeeded nor failed, as far as anybody knows. */
function errorWords(card: Card, { code }: NonNullable<Card['error']>, words: HeaderWords): string {
  if (code === 'OUTCOME_UNKNOWN') return words.outcomeUnknown
  if (programOf(card) === undefined) return code
  return /^(?:Error: )?code run failed \((\w{1,32})\)/.exec(card.failure ?? '')?.[1] ?? code
}

function deniedBy(card: Card, words: HeaderWords): string {
  const decision = decisionOf(card)
  if (decision === undefined) return ''
  if (decision.rule !== undefined) return words.byRule(decision.rule)
  const by = wordFor(decision.by, words.deciders)
  return decision.by === 'nobody to ask' ? by : words.by(by, decision.message)
}

/** The word for somebody without a name; a name is what it is in every language. */
function wordFor(name: string, words: Readonly<Record<string, string>>): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name
}

/** How long a call took, and why it was allowed. */
export function howItWent(card: Card, sheet: Sheet): Row[] {
  return [...elapsed(card, sheet), ...permission(card, sheet)]
}

/** How long a call took, or takes already once that is a second. */
function elapsed(card: Card, sheet: Sheet): Row[] {
  const ms = runTimeOf(card, sheet.now ?? card.startedAt)
  if (card.endedAt !== undefined) return [[span(duration(ms), 'quiet')]]
  return card.status === 'running' && ms >= 1000 ? [[span(duration(ms), 'quiet')]] : []
}

function permission(card: Card, { words }: Sheet): Row[] {
  const mark = permissionOf(card)
  return mark === undefined ? [] : [[span(wordFor(mark, words.header.permissions), 'quiet')]]
}
