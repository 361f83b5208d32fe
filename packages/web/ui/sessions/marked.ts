/** A piece of a text. */
export interface MarkedPiece {
  readonly text: string
  readonly isFound: boolean
}

/** A text in pieces, of which those are marked that are among the words, whatever their case. */
export function marked(text: string, words: string): MarkedPiece[] {
  const wanted = words.split(/\s+/).filter((word) => word !== '')
  if (wanted.length === 0) return [{ text, isFound: false }]
  const any = new RegExp(
    `(${wanted.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')})`,
    'giu',
  )
  return text
    .split(any)
    .map((piece, index) => ({ text: piece, isFound: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
