import type { Piece } from '@millrace/cards'

/** The start of a line, and how many characters of it are hidden. */
export interface CutLine {
  readonly pieces: readonly Piece[]
  readonly hidden: number
}

/** Cuts a line behind at most `most` UTF-16 units, never inside of a character. A cut hides at least two characters. */
export function cutPieces(pieces: readonly Piece[], most: number): CutLine {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= most + 1) return { pieces, hidden: 0 }
  const kept: Piece[] = []
  let hidden = 0
  let room = most
  for (const { text, tone } of pieces) {
    const units = isInsidePair(text, room) ? room - 1 : room
    const start = text.slice(0, Math.max(0, units))
    if (start !== '') kept.push({ text: start, tone })
    for (const _ of text.slice(start.length)) hidden++
    room = start.length < text.length ? 0 : room - text.length
  }
  return { pieces: kept, hidden }
}

function isInsidePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}
