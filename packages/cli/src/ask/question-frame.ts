import {
  counted,
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

const keys = ['[1/y] once', '[4/n] deny', '[5/t] deny and say why', '(Ctrl+C cancels)']

/** The keys that answer, on rows that fit the screen behind a margin of two columns. */
export function keyRows(io: Io): string[] {
  return flowedWords(keys, columnsOf(io.stderr, io.env) - margin.length)
}

const margin = '  '

const signs = {
  unicode: { top: '┌ ', side: '│ ', end: '└ ' },
  ascii: { top: '+ ', side: '| ', end: '+ ' },
} as const

/**
 * The question whether a call may run: its card as a whole in a frame, and the keys. Every row of the card stands
 * behind the side of the frame, so nothing in a call can be taken for the frame, the keys or the end of it.
 * @param remarks - what else there is to know of the call.
 */
export function questionFrame(card: Card, remarks: readonly string[], io: Io, choice: ColourChoice): string {
  const isColoured = wantsColour(io.stderr, io.env, choice)
  const paint = (row: Row): string => (isColoured ? paintAnsi : paintPlain)([row])
  const { top, side, end } = isAsciiOnly(io.env) ? signs.ascii : signs.unicode
  const width = columnsOf(io.stderr, io.env) - side.length
  const render = isColoured ? renderAnsi : renderPlain
  const rows = render(card, { ...cardOptions(io, true), width }).split('\n')
  const remarked = remarks
    .flatMap((remark) => remark.split('\n'))
    .flatMap((line) => wrapWords(line, Math.max(1, width)))
  const notes = [...remarked, ...scrollNotes(rows.length + remarked.length, io)]
  return [
    paint([span(`${top}millrace asks: may this call run?`)]),
    ...rows.map((row) => `${side}${row}`),
    ...notes.map((note) => `${side}${paint([span(note, 'waiting')])}`),
    ...keyRows(io).map((row, index) => `${index === 0 ? end : margin}${paint([span(row, 'strong')])}`),
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
