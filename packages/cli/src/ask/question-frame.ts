import {
  counted,
  paintAnsi,
  paintPlain,
  renderAnsi,
  renderPlain,
  span,
  type Card,
  type Row,
} from '@millrace/cards'
import type { Io } from '../io.ts'
import { cardOptions, columnsOf, isAsciiOnly, wantsColour, type ColourChoice } from '../screen.ts'

/** The keys that answer, as they are shown. */
export const keyHelp = '[1/y] once   [4/n] deny   [5/t] deny and say why   (Ctrl+C cancels)'

const signs = {
  unicode: { top: '┌ ', side: '│ ', end: '└ ' },
  ascii: { top: '+ ', side: '| ', end: '+ ' },
} as const

/**
 * The question whether a call may run: its card as a whole in a frame, and the keys. Every row of the card stands
 * behind the side of the frame, so nothing in a call can be taken for the frame, the keys or the end of it.
 */
export function questionFrame(card: Card, io: Io, choice: ColourChoice): string {
  const isColoured = wantsColour(io.stderr, io.env, choice)
  const paint = (row: Row): string => (isColoured ? paintAnsi : paintPlain)([row])
  const { top, side, end } = isAsciiOnly(io.env) ? signs.ascii : signs.unicode
  const width = columnsOf(io.stderr, io.env) - side.length
  const render = isColoured ? renderAnsi : renderPlain
  const rows = render(card, { ...cardOptions(io, true), width }).split('\n')
  const notes = [...scrollNotes(rows.length, io), ...unusualNotes(card)]
  return [
    paint([span(`${top}millrace asks: may this call run?`, 'waiting')]),
    ...rows.map((row) => `${side}${row}`),
    ...notes.map((note) => `${side}${paint([span(note, 'waiting')])}`),
    `${end}${paint([span(keyHelp, 'strong')])}`,
    '',
  ].join('\n')
}

/** Rows of the frame itself. */
const frameRows = 4

/** Says so where the start of the call has left the screen. */
function scrollNotes(rows: number, { stderr }: Io): string[] {
  const screen = stderr.rows ?? Infinity
  return rows + frameRows <= screen
    ? []
    : [`${counted(rows, 'row')} in all: scroll up to see where the call starts`]
}

const mostNamed = 5

/** Names the letters outside ASCII of what is asked about: some of them look like others. */
function unusualNotes({ call, tool }: Card): string[] {
  const unusual = new Set(`${tool} ${call.title}`.match(/\P{ASCII}/gu))
  if (unusual.size === 0) return []
  const named = [...unusual].slice(0, mostNamed).map((each) => `${each} (U+${codeOf(each)})`)
  const more = unusual.size - named.length
  return [`note: not ASCII: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

function codeOf(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
}
