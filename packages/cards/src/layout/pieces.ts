import { span, type Span, type Tone } from './row.ts'

/** A piece of one line as it was written, which nobody escaped yet. */
export interface Piece {
  readonly text: string
  readonly tone: Tone
}

/** The pieces between two places of their line, in code units. */
export function sliced(pieces: readonly Piece[], from: number, to: number): Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const { text, tone } of pieces) {
    const part = text.slice(Math.max(0, from - at), Math.max(0, to - at))
    if (part !== '') found.push({ text: part, tone })
    at += text.length
  }
  return found
}

/** The line that the pieces make. */
export function lineOf(pieces: readonly Piece[]): string {
  const [first] = pieces
  return pieces.length === 1 ? first!.text : pieces.map(({ text }) => text).join('')
}

/** The pieces, made safe to show. */
export function spansOf(pieces: readonly Piece[]): Span[] {
  return pieces.map(({ text, tone }) => span(text, tone))
}
