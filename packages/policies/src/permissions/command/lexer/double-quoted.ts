import { refuseAfterWide } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { readDollar, type ReadInner } from './dollar.ts'
import type { WordDraft } from './word-draft.ts'

const plainRun = /[^"\\$`]+/y

/** Reads from one `"` to the next. */
export function readDoubleQuoted(cursor: Cursor, draft: WordDraft, readInner: ReadInner): void {
  const opening = cursor.at
  draft.bare = false
  cursor.at += 1
  for (;;) {
    const run = cursor.takesMatch(plainRun)
    if (run) {
      if (cursor.pending.length > 0 && run[0].includes('\n')) {
        cursor.unsure('a here-document before a quoted line end', opening)
      }
      draft.text += run[0]
    }
    switch (cursor.text.charAt(cursor.at)) {
      case '"':
        cursor.at += 1
        return
      case '\\':
        readEscape(cursor, draft)
        break
      case '$':
        readDollar(cursor, draft, readInner, true)
        break
      case '`':
        return cursor.unsure('a command between backticks')
      default:
        return cursor.unsure('a quote that is not closed', opening)
    }
  }
}

function readEscape(cursor: Cursor, draft: WordDraft): void {
  const escaped = cursor.text[cursor.at + 1]
  refuseAfterWide(cursor)
  if (escaped === undefined) cursor.unsure('a quote that is not closed')
  if (escaped === '\n' || escaped === '\r') cursor.unsure('an escaped line end between quotes')
  // Before any other character the backslash stays.
  if ('$`"\\'.includes(escaped)) {
    draft.text += escaped
    cursor.at += 2
  } else {
    draft.text += '\\'
    cursor.at += 1
  }
}
