import { wrapWords } from '@millrace/cards'

/** Pieces on as few rows as hold them, each row at most this wide; no piece is torn that fits into a row. */
export function flowedWords(pieces: readonly string[], width: number, gap: string = '   '): string[] {
  const rows: string[] = []
  for (const piece of pieces) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + gap.length + piece.length <= width)
      rows[rows.length - 1] = last + gap + piece
    else rows.push(...wrapWords(piece, Math.max(1, width)))
  }
  return rows
}
