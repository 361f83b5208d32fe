import {
  counted,
  cutMiddle,
  paintAnsi,
  paintPlain,
  renderAnsi,
  renderPlain,
  span,
  wrapWords,
  type Card,
  type Row,
} from '@millrace/cards'
import type { Io } from '../io.ts'
import { cardOptions, columnsOf, isAsciiOnly, wantsColour, type ColourChoice } from '../screen.ts'
import { flowedWords } from './flowed-words.ts'
import { choosingHint, longRules, offerKeys, type Offer } from './offer.ts'

/** What stands in a frame. */
export interface Framed {
  /** What is asked, in a few words: `may this call run?` */
  readonly title: string
  readonly card: Card
  /** Why somebody is asked. */
  readonly reason?: string | undefined
  /** The arguments, where the card is not the command's own. */
  readonly details?: Card | undefined
  /** What else there is to know of it. */
  readonly notes: readonly string[]
}

/** How it is drawn. */
export interface FrameLook {
  readonly io: Io
  readonly colour: ColourChoice
  readonly offer: Offer | undefined
  /** Whether all of it is shown, however long it is. */
  readonly isWhole: boolean
}

/** A frame as text, and how many rows of what is asked about it hides. */
export interface Frame {
  readonly text: string
  readonly hidden: number
}

const margin = '  '

const signs = {
  unicode: { top: '┌ ', side: '│ ', end: '└ ', more: '…' },
  ascii: { top: '+ ', side: '| ', end: '+ ', more: '...' },
} as const

/** The keys that answer, in two groups, on rows that fit the screen behind a margin of two columns. */
export function keyRows(io: Io, offer: Offer | undefined): string[] {
  const width = columnsOf(io.stderr, io.env) - margin.length
  const deny = ['[4/n] deny', '[5/t] deny and say why', '(Ctrl+C cancels)']
  if (offer === undefined) return flowedWords(['[1/y] once', ...deny], width)
  return [...flowedWords(['[1/y] once', ...offerKeys(offer)], width), ...flowedWords(deny, width)]
}

/**
 * A question in a frame: the card as a whole, or its head and its tail with an exact count of what is between, and the
 * keys. Every row of the card stands behind the side of the frame, so nothing in a call can be taken for the frame, the
 * keys or the end of it.
 */
export function questionFrame(framed: Framed, look: FrameLook): Frame {
  const { io, offer, isWhole } = look
  const paint = painter(look)
  const { top, side, end, more } = isAsciiOnly(io.env) ? signs.ascii : signs.unicode
  const width = Math.max(1, columnsOf(io.stderr, io.env) - side.length)
  const body = bodyText(framed, look, width)
  const remarks = [...becauseOf(framed), ...framed.notes, ...offerNotes(offer)]
    .flatMap((note) => note.split('\n'))
    .flatMap((line) => wrapWords(line, width))
  const keys = keyRows(io, offer)
  const room = roomFor(io, remarks.length + keys.length)
  const { rows, hidden } = isWhole ? { rows: body, hidden: 0 } : folded(body, room, more)
  const scroll =
    rows.length > room ? [`${counted(body.length, 'row')} in all: scroll up to see where it starts`] : []
  return {
    hidden,
    text: [
      paint([span(`${top}millrace asks: ${framed.title}`)]),
      ...rows.map((row) => side + (typeof row === 'string' ? row : paint([row]))),
      ...[...remarks, ...scroll].map((note) => `${side}${paint([span(note, 'waiting')])}`),
      ...keys.map((row, index) => `${index === 0 ? end : margin}${paint([span(row, 'strong')])}`),
      '',
    ].join('\n'),
  }
}

function painter({ io, colour }: FrameLook): (row: Row) => string {
  const isColoured = wantsColour(io.stderr, io.env, colour)
  return (row) => (isColoured ? paintAnsi : paintPlain)([row])
}

/** The call, and what its own card may have left out. */
function bodyText({ card, details }: Framed, look: FrameLook, width: number): string[] {
  const rows = cardText(card, look, width)
  if (details === undefined) return rows
  // The header of such a card says nothing that the first one does not.
  return [...rows, `${margin}arguments:`, ...cardText(details, look, width).slice(1)]
}

/** A longer reason quotes what stands in the frame anyway. In columns. */
const longestReason = 600

function becauseOf({ reason }: Framed): string[] {
  return reason === undefined ? [] : [`asks because: ${cutMiddle(reason, longestReason, '...')}`]
}

function cardText(card: Card, { io, colour }: FrameLook, width: number): string[] {
  const render = wantsColour(io.stderr, io.env, colour) ? renderAnsi : renderPlain
  return render(card, { ...cardOptions(io, true), width }).split('\n')
}

function offerNotes(offer: Offer | undefined): string[] {
  if (offer === undefined) return []
  const hint = choosingHint(offer)
  return [...longRules(offer), ...(hint === undefined ? [] : [hint])]
}

/** The top of the frame, and the row on which the answer is typed. */
const ownRows = 2
/** Less of a call is not worth a frame. */
const leastRoom = 8

/** Rows that are there for what is asked about. */
function roomFor({ stderr }: Io, others: number): number {
  return Math.max(leastRoom, (stderr.rows ?? Infinity) - others - ownRows)
}

interface Folded {
  readonly rows: readonly (string | ReturnType<typeof span>)[]
  readonly hidden: number
}

/** Both ends of too many rows: the danger may stand at either of them. */
function folded(body: readonly string[], room: number, more: string): Folded {
  if (body.length <= room) return { rows: body, hidden: 0 }
  const kept = room - 1
  const head = Math.ceil(kept / 2)
  const hidden = body.length - kept
  const note = `${more} ${hidden} of ${counted(body.length, 'row')} hidden; o shows all of them`
  return {
    rows: [...body.slice(0, head), span(note, 'waiting'), ...body.slice(body.length - (kept - head))],
    hidden,
  }
}
