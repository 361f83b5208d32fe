import { escapeVisible } from '@millrace/protocol'
import stringWidth from 'string-width'
import { count } from './count.ts'

declare const shownBrand: unique symbol

/** Text that may reach a screen: it passed `escapeVisible`, or is a whole-grapheme piece of such text. */
export type Shown = string & { readonly [shownBrand]: true }

/** Makes any text safe to show on one line. Text that is safe already comes back as it was. */
export function show(text: string): Shown {
  return escapeVisible(text) as Shown
}

/** Columns that a text takes in a terminal. */
export function widthOf(text: Shown): number {
  return stringWidth(text)
}

// The locale is fixed, so that the machine's settings cannot change what is drawn.
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How much of a text is looked at for one row: text without width must not make a row endless. */
const unitsPerColumn = 4

const printableAscii = /^[\x20-\x7e]*$/

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

/** Cuts a line at its end to `width` columns and says how many characters that hides: `abc… +12`. */
export function cutEnd(text: string, width: number, ellipsis: string): Shown {
  const fits = whole(text, width)
  if (fits !== undefined) return fits
  const total = codePoints(text)
  const room = width - widthOf(show(`${ellipsis} +${count(total)}`))
  if (room < 1) return start(ellipsis, width).shown
  const kept = start(text, room)
  return show(`${kept.shown}${ellipsis} +${count(total - codePoints(text.slice(0, kept.units)))}`)
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

/** Breaks a line into rows of at most `width` columns; nothing is left out. */
export function wrap(text: string, width: number): Shown[] {
  const rows: Shown[] = []
  if (printableAscii.test(text)) {
    for (let at = 0; at < text.length; at += width) rows.push(show(text.slice(at, at + width)))
  } else {
    for (let rest = text; rest !== '';) {
      // A grapheme wider than the row, or one without width, still has to move on.
      const row = start(rest, width)
      const units = row.units > 0 ? row.units : rest.codePointAt(0)! > 0xffff ? 2 : 1
      rows.push(row.units > 0 ? row.shown : show(rest.slice(0, units)))
      rest = rest.slice(units)
    }
  }
  return rows.length === 0 ? [show('')] : rows
}
