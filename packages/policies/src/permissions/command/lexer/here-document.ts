import type { Cursor, PendingBody } from './cursor.ts'

/** Reads a line end, and the here-documents that begin after it. */
export function readLineEnd(cursor: Cursor): void {
  cursor.at += 1
  if (cursor.pending.length === 0) return
  if (cursor.depth > 0) cursor.unsure('a here-document before an inner command')
  for (const body of cursor.pending) skipBody(cursor, body)
  cursor.pending = []
}

function skipBody(cursor: Cursor, { delimiter, indented, quoted }: PendingBody): void {
  const { text } = cursor
  while (cursor.at < text.length) {
    const start = cursor.at
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    let first = start
    while (indented && text[first] === '\t') first += 1
    cursor.at = Math.min(end + 1, text.length)
    if (end - first === delimiter.length && text.startsWith(delimiter, first)) {
      // The line end after it separates commands like any other.
      if (newline >= 0) cursor.at = newline + 1
      return
    }
    if (!quoted) refuseExpansions(cursor, text.slice(start, end), start)
  }
  cursor.unsure('a here-document without its end mark')
}

function refuseExpansions(cursor: Cursor, line: string, start: number): void {
  const found = /[$`\\]/.exec(line)
  if (found) cursor.unsure('a here-document that is not plain text', start + found.index)
}
