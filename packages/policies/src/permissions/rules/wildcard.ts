/**
 * Whether a text is matched by pieces with anything between them; the first begins it and the last ends it. Linear,
 * whatever the text.
 */
export function matchesPieces(pieces: readonly string[], text: string): boolean {
  const [first = '', ...rest] = pieces
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || text.length < first.length + last.length) return false
  let from = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, from)
    if (found < 0) return false
    from = found + piece.length
  }
  return from <= text.length - last.length && text.endsWith(last)
}
