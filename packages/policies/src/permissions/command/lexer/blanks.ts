import type { Cursor } from './cursor.ts'

/** Skips spaces and tabs, and line ends that a backslash takes away. */
export function skipBlanks(cursor: Cursor): void {
  const { text } = cursor
  for (;;) {
    const code = text.charCodeAt(cursor.at)
    if (code === 32 || code === 9) cursor.at += 1
    else if (code === 92 && text.charCodeAt(cursor.at + 1) === 10) skipContinuation(cursor)
    else return
  }
}

// Bash takes the two characters away before it cuts words and operators: only after a blank nothing can grow together.
function skipContinuation(cursor: Cursor): void {
  const before = cursor.text[cursor.at - 1]
  if (before !== ' ' && before !== '\t')
    cursor.unsure('a line end that a backslash takes away right after a word')
  if (cursor.pending.length > 0)
    cursor.unsure('a here-document before a line end that a backslash takes away')
  cursor.at += 2
  const { text, at } = cursor
  if (text[at] === '\\' && text[at + 1] === '\n') cursor.unsure('two line ends that backslashes take away')
}

/** Skips a comment, up to the end of its line. */
export function skipComment(cursor: Cursor): void {
  if (cursor.text[cursor.at] !== '#') return
  if (cursor.depth > 0) cursor.unsure('a comment inside another command')
  const end = cursor.text.indexOf('\n', cursor.at)
  cursor.at = end < 0 ? cursor.text.length : end
}
