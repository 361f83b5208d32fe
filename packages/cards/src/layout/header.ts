import type { Card } from '../state.ts'
import { decisionOf, looksFailed, permissionOf } from '../settle.ts'
import { count, counted, duration } from '../text/count.ts'
import { cutEnd, cutMiddle, show, widthOf } from '../text/shown.ts'
import { rowWidth, span, type Row, type Span } from './row.ts'
import type { Sheet } from './sheet.ts'
import { icons, looks } from './style.ts'

const gap = span('  ')

/** Columns that a long object may be cut to before the facts move to a row of their own. */
const leastObject = 16
const longestVerb = 32

/** What a call does, and on what: the tool's name, and the title without that name. */
export interface Subject {
  readonly verb: string
  readonly object: string
}

/** The subject of a card's header. */
export function subjectOf(card: Card): Subject {
  const title = card.result?.title ?? card.call.title
  const prefix = `${card.tool} `
  const rest = title.toLowerCase().startsWith(prefix.toLowerCase()) ? title.slice(prefix.length) : title
  const isCommand = card.call.card === 'terminal' || card.result?.card === 'terminal'
  return { verb: card.tool, object: isCommand ? `$ ${rest}` : rest }
}

/** The header of a card: state, verb, object, facts, duration and permission; one row where they fit. */
export function headerRows(card: Card, facts: readonly Row[], sheet: Sheet): Row[] {
  const { ellipsis } = sheet.marks
  const { verb, object } = subjectOf(card)
  const left: Row = [state(card, sheet), gap, ...verbSpans(card, verb, sheet)]
  const middle = joined([...facts, ...cardFacts(card)])
  const right = joined([...elapsed(card, sheet), ...permission(card)])
  const columns = (row: Row): number => (row.length === 0 ? 0 : rowWidth(row) + widthOf(gap.text))
  const room = sheet.width - rowWidth(left) - widthOf(gap.text) - columns(middle) - columns(right)
  const tone = card.status === 'cancelled' ? 'struck' : 'plain'
  const shown = span(cutMiddle(object, Math.max(room, 1), ellipsis), tone)
  if (room >= Math.min(leastObject, widthOf(show(object.slice(0, leastObject))))) {
    const start: Row = [...left, ...prefixed([shown]), ...prefixed(middle)]
    const space = sheet.width - rowWidth(start) - rowWidth(right)
    return [right.length === 0 ? start : [...start, span(' '.repeat(space)), ...right]]
  }
  return flowed([left, [span(cutMiddle(object, sheet.width, ellipsis), tone)], middle, right], sheet)
}

function prefixed(row: Row): Row {
  return row.length === 0 ? [] : [gap, ...row]
}

function joined(rows: readonly Row[]): Row {
  return rows.flatMap((row, index) => (index === 0 ? row : [gap, ...row]))
}

/** Pieces one after the other, each on a new row where it no longer fits. */
function flowed(pieces: readonly Row[], sheet: Sheet): Row[] {
  const rows: Span[][] = []
  for (const piece of pieces) {
    if (piece.length === 0) continue
    const last = rows.at(-1)
    if (last !== undefined && rowWidth(last) + 2 + rowWidth(piece) <= sheet.width) last.push(gap, ...piece)
    else rows.push(cutRow(piece, sheet))
  }
  return rows
}

/** A row cut to the width; what is cut are the facts, which the body repeats in full. */
function cutRow(row: Row, sheet: Sheet): Span[] {
  let room = sheet.width
  const kept: Span[] = []
  for (const { text, tone } of row) {
    if (room <= 0) break
    const piece = span(cutEnd(text, room, sheet.marks.ellipsis), tone)
    room -= widthOf(piece.text)
    kept.push(piece)
  }
  return kept
}

function state(card: Card, sheet: Sheet): Span {
  const { glyph, ascii, word, tone } = looksFailed(card) ? looks.failed : looks[card.status]
  return span(`${sheet.ascii ? ascii : glyph} ${word}`, tone)
}

function verbSpans(card: Card, verb: string, sheet: Sheet): Row {
  const [glyph, ascii] = icons[kindOf(card)]
  const name = cutMiddle(verb, longestVerb, sheet.marks.ellipsis)
  return [span(`${sheet.ascii ? ascii : glyph} `, 'quiet'), span(name, 'strong')]
}

function kindOf(card: Card): keyof typeof icons {
  if (card.call.card === 'terminal') return 'execute'
  if (card.call.card === 'diff') return 'edit'
  if (card.call.kind !== undefined) return card.call.kind
  const kinds = { terminal: 'execute', diff: 'edit', search: 'search', read: 'read', web: 'fetch' } as const
  const result = card.result?.card
  return result === undefined || result === 'generic' ? 'other' : kinds[result]
}

/** Facts that do not come from a view: who decided, which error, how far, how many calls. */
function cardFacts(card: Card): Row[] {
  const facts: Row[] = []
  if (card.status === 'denied') facts.push([span(deniedBy(card), 'denied')])
  else if (card.status === 'failed' && card.error !== undefined) facts.push([span(card.error.code, 'failed')])
  if (card.children.length > 0) facts.push([span(counted(card.children.length, 'call'))])
  if (card.endedAt === undefined && card.progress !== undefined) facts.push([span(progress(card.progress))])
  return facts.filter(([first]) => first !== undefined && first.text !== '')
}

function deniedBy(card: Card): string {
  const decision = decisionOf(card)
  if (decision === undefined) return ''
  if (decision.rule !== undefined) return `by rule ${decision.rule}`
  if (decision.by === 'nobody to ask') return decision.by
  const by = `by ${decision.by}`
  return decision.message === undefined ? by : `${by}: "${decision.message}"`
}

function progress({ done, total, text }: NonNullable<Card['progress']>): string {
  const amount =
    done === undefined ? '' : total === undefined ? count(done) : `${count(done)} of ${count(total)}`
  return [amount, text ?? ''].filter((part) => part !== '').join(' ')
}

/** How long a call took, or takes already once that is a second. */
function elapsed(card: Card, sheet: Sheet): Row[] {
  if (card.endedAt !== undefined) return [[span(duration(card.endedAt - card.startedAt), 'quiet')]]
  const ms = sheet.now === undefined ? 0 : sheet.now - card.startedAt
  return card.status === 'running' && ms >= 1000 ? [[span(duration(ms), 'quiet')]] : []
}

function permission(card: Card): Row[] {
  const mark = permissionOf(card)
  return mark === undefined ? [] : [[span(mark, 'quiet')]]
}
