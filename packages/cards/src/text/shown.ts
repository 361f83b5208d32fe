import { escapeVisible } from '@millrace/protocol'
import stringWidth from 'string-width'
import { count, counted } from './count.ts'

declare const shownBrand: unique symbol

/** Text that may reach a screen: it passed `escapeVisible`, or is a whole-grapheme piece of such text. */
export type Shown = string & { readonly [shownBrand]: true }

/** Makes any text safe to show on one line. Text that is safe already comes back as it was. */
export function show(text: string): Shown {
  return escapeVisible(text) as Shown
}

const printableAscii = /^[\x20-\x7e]*$/

/** Columns that a text takes in a terminal. */
export function widthOf(text: Shown): number {
  return printableAscii.test(text) ? text.length : stringWidth(text)
}

// The locale is fixed, so that the machine's settings cannot change what is drawn.
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How much of a text is looked at for one row: text without width must not make a row endless. */
const unitsPerColumn = 4

/** Code points of a text. */
export function codePoints(text: string): number {
  if (printableAscii.test(text)) return text.length
  let total = 0
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) total++
  return total
}

/** Whether an index stands between the two halves of one code point. */
function insidePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}

/** The longest start of a text that fits into `room` columns, and how many code units of it that is. */
function start(text: string, room: number): { shown: Shown; units: number } {
  let end = Math.min(text.length, room * unitsPerColumn)
  if (insidePair(text, end)) end--
  let shown = ''
  let units = 0
  let used = 0
  for (const { segment } of segmenter.segment(text.slice(0, end))) {
    const piece = show(segment)
    used += widthOf(piece)
    if (used > room) break
    shown += piece
    units += segment.length
  }
  return { shown: shown as Shown, units }
}

/** The longest end of a text that fits into `room` columns, and how many code units of it that is. */
function end(text: string, room: number): { shown: Shown; units: number } {
  let from = Math.max(0, text.length - room * unitsPerColumn)
  if (insidePair(text, from)) from++
  let shown = ''
  let units = 0
  let used = 0
  for (const { segment } of [...segmenter.segment(text.slice(from))].toReversed()) {
    const piece = show(segment)
    used += widthOf(piece)
    if (used > room) break
    shown = piece + shown
    units += segment.length
  }
  return { shown: shown as Shown, units }
}

/** The whole text where it fits, else `undefined`; never looks at more than one row's worth. */
function whole(text: string, width: number): Shown | undefined {
  if (text.length > width * unitsPerColumn) return undefined
  const shown = show(text)
  return widthOf(shown) <= width ? shown : undefined
}

/** Where a line is cut at its end: how many code units stay, and the note behind them. */
export interface EndCut {
  readonly units: number
  readonly note: Shown
}

/** What stands behind a line that is cut: how many of its characters that hides. */
type EndMark = (hidden: number, ellipsis: string) => Shown

const shortMark: EndMark = (hidden, ellipsis) => show(`${ellipsis} +${count(hidden)}`)

/** A number of characters in words. */
export type CharWords = (amount: number) => string

const englishChars: CharWords = (amount) => counted(amount, 'char')

/** How to cut a line at its end to `width` columns; `undefined` where all of it fits. */
export function endCut(
  text: string,
  width: number,
  ellipsis: string,
  chars: CharWords = englishChars,
): EndCut | undefined {
  const full: EndMark = (hidden) => show(`${ellipsis} +${chars(hidden)}`)
  // The line itself gets at least half of the room.
  const isRoomy = (total: number): boolean => 2 * widthOf(full(total, ellipsis)) <= width
  return cutWith(text, width, ellipsis, (total) => (isRoomy(total) ? full : shortMark))
}

/** @param markFor - the mark for a line of so many characters. */
function cutWith(
  text: string,
  width: number,
  ellipsis: string,
  markFor: (total: number) => EndMark,
): EndCut | undefined {
  if (whole(text, width) !== undefined) return undefined
  const total = codePoints(text)
  const marked = markFor(total)
  const room = width - widthOf(marked(total, ellipsis))
  if (room < 1) return { units: 0, note: start(ellipsis, width).shown }
  const { units } = start(text, room)
  return { units, note: marked(total - codePoints(text.slice(0, units)), ellipsis) }
}

/**
 * Cuts a line at its end to `width` columns and says how many characters that hides: `abc… +12 chars`, or `abc… +12`
 * where there is little room.
 */
export function cutEnd(text: string, width: number, ellipsis: string, chars?: CharWords): Shown {
  return cutAt(text, endCut(text, width, ellipsis, chars))
}

/** Cuts a line at its end to `width` columns without saying how much that hides, where a list has no room for it. */
export function cutOff(text: string, width: number, ellipsis: string): Shown {
  return cutAt(
    text,
    cutWith(text, width, ellipsis, () => () => show(ellipsis)),
  )
}

function cutShort(text: string, width: number, ellipsis: string): Shown {
  return cutAt(
    text,
    cutWith(text, width, ellipsis, () => shortMark),
  )
}

function cutAt(text: string, cut: EndCut | undefined): Shown {
  return cut === undefined ? show(text) : show(`${show(text.slice(0, cut.units))}${cut.note}`)
}

/** Cuts a line in its middle, so that neither its start nor its end can hide: `abc…+12…xyz`. */
export function cutMiddle(text: string, width: number, ellipsis: string): Shown {
  const fits = whole(text, width)
  if (fits !== undefined) return fits
  const total = codePoints(text)
  const room = width - widthOf(show(`${ellipsis}+${count(total)}${ellipsis}`))
  if (room < 2) return start(ellipsis, width).shown
  const head = start(text, Math.ceil(room / 2))
  const tail = end(text.slice(head.units), Math.floor(room / 2))
  const hidden = codePoints(text.slice(head.units, text.length - tail.units))
  return show(`${head.shown}${ellipsis}+${count(hidden)}${ellipsis}${tail.shown}`)
}

/**
 * Cuts a line to a piece around the `length` code units from `at` on, and says how many characters that hides on
 * each side: `+12 …abc… +34`. What the start of the line shows anyway is not cut before it.
 */
export function cutAround(text: string, at: number, length: number, width: number, ellipsis: string): Shown {
  const fits = whole(text, width)
  if (fits !== undefined) return fits
  const mark = widthOf(shortMark(codePoints(text), ellipsis))
  const room = width - 2 * mark
  if (room < 2 || at + length <= start(text, width - mark).units) {
    return cutShort(text, width, ellipsis)
  }
  const before = text.slice(0, insidePair(text, at) ? at - 1 : at)
  const lead = end(before, Math.floor((room - Math.min(length, room)) / 2))
  const from = Math.min(before.length - lead.units, text.length - end(text, width - mark).units)
  const hidden = show(`+${count(codePoints(text.slice(0, from)))} ${ellipsis}`)
  return show(`${hidden}${cutShort(text.slice(from), width - widthOf(hidden), ellipsis)}`)
}

/** Breaks a message into rows of at most `width` columns, between words where they fit; the blank at a break goes. */
export function wrapWords(text: string, width: number): Shown[] {
  const rows: Shown[] = []
  for (let rest = text; rest !== '';) {
    const units = rowEnd(rest, fitting(rest, width))
    rows.push(show(rest.slice(0, units)))
    rest = rest.slice(rest[units] === ' ' ? units + 1 : units)
  }
  return rows.length === 0 ? [show('')] : rows
}

/** Where a row of at most so many code units ends: before the last blank in it, unless no word ends in it. */
function rowEnd(text: string, units: number): number {
  if (units >= text.length || text[units] === ' ') return units
  const blank = text.lastIndexOf(' ', units - 1)
  return blank > 0 && text.slice(0, blank).trim() !== '' ? blank : units
}

/** How many code units of a text one row takes; at least one character, even where none fits. */
function fitting(text: string, width: number): number {
  const most = text.slice(0, width)
  if (printableAscii.test(most) && printableAscii.test(text[width] ?? '')) return most.length
  const { units } = start(text, width)
  // A grapheme wider than the row, or one without width, still has to move on.
  return units > 0 ? units : text.codePointAt(0)! > 0xffff ? 2 : 1
}

/** Breaks a line into full rows of at most `width` columns; nothing is left out. */
export function wrap(text: string, width: number): Shown[] {
  let from = 0
  return rowLengths(text, width).map((units) => show(text.slice(from, (from += units))))
}

/** How many code units of a line each of its rows takes; one row for an empty line. */
export function rowLengths(text: string, width: number): number[] {
  const lengths: number[] = []
  for (let rest = text; rest !== '';) {
    const units = fitting(rest, width)
    lengths.push(units)
    rest = rest.slice(units)
  }
  return lengths.length === 0 ? [0] : lengths
}
