import { meaning, meaningAt, refuseAfterWide } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { readDollar, type ReadInner } from './dollar.ts'
import { readDoubleQuoted } from './double-quoted.ts'
import type { Word } from './syntax.ts'
import { WordDraft } from './word-draft.ts'

// Bash leaves braces without a `,` or `..` alone.
const literalBraces = /\{[A-Za-z0-9_@^~-]*\}/y

/** Reads one word; the cursor stands at its first character. */
export function readWord(cursor: Cursor, readInner: ReadInner): Word {
  const draft = new WordDraft(cursor.at)
  const { text } = cursor
  for (;;) {
    const start = cursor.at
    while (meaningAt(text, cursor.at) === meaning.plain) cursor.at += 1
    if (cursor.at > start) draft.text += text.slice(start, cursor.at)
    switch (meaningAt(text, cursor.at)) {
      case meaning.ends:
        return endOf(cursor, draft)
      case meaning.special:
        readSpecial(cursor, draft, readInner)
        break
      default:
        cursor.unsure(oddCharacter(text, cursor.at))
    }
  }
}

function oddCharacter(text: string, at: number): string {
  if (text[at] === '`') return 'a command between backticks'
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `the character U+${code} outside of quotes`
}

function readSpecial(cursor: Cursor, draft: WordDraft, readInner: ReadInner): void {
  const character = cursor.text.charAt(cursor.at)
  switch (character) {
    case "'":
      return readSingleQuoted(cursor, draft)
    case '"':
      return readDoubleQuoted(cursor, draft, readInner)
    case '\\':
      return readEscape(cursor, draft)
    case '$':
      return readDollar(cursor, draft, readInner, false)
    case '~':
      return readTilde(cursor, draft)
    case '{':
      return readBraces(cursor, draft)
    default:
      draft.globs()
      draft.text += character
      cursor.at += 1
  }
}

function readSingleQuoted(cursor: Cursor, draft: WordDraft): void {
  const end = cursor.text.indexOf("'", cursor.at + 1)
  if (end < 0) cursor.unsure('a quote that is not closed')
  const content = cursor.text.slice(cursor.at + 1, end)
  // Where bash looks for the body is then not certain.
  if (cursor.pending.length > 0 && content.includes('\n'))
    cursor.unsure('a here-document before a quoted line end')
  draft.bare = false
  draft.text += content
  cursor.at = end + 1
}

function readEscape(cursor: Cursor, draft: WordDraft): void {
  const escaped = cursor.text.codePointAt(cursor.at + 1)
  refuseAfterWide(cursor)
  if (escaped === undefined) cursor.unsure('a backslash at the end')
  if (escaped === 10) cursor.unsure('a line end inside a word')
  if (escaped === 13) cursor.unsure('a carriage return after a backslash')
  const character = String.fromCodePoint(escaped)
  draft.bare = false
  draft.text += character
  cursor.at += 1 + character.length
}

function readTilde(cursor: Cursor, draft: WordDraft): void {
  const { at, text } = cursor
  const before = text[at - 1]
  if (at === draft.at) {
    if (text[at + 1] !== '/' && meaningAt(text, at + 1) !== meaning.ends)
      cursor.unsure("somebody's home folder")
    draft.home = true
    draft.bare = false
  } else if (before === '=' || before === ':') cursor.unsure('a home folder inside a word')
  draft.text += '~'
  cursor.at += 1
}

function readBraces(cursor: Cursor, draft: WordDraft): void {
  const found = cursor.takesMatch(literalBraces)
  if (!found) cursor.unsure('braces that may become several words')
  draft.text += found[0]
}

function endOf(cursor: Cursor, draft: WordDraft): Word {
  const next = cursor.text[cursor.at]
  if ((next === '<' || next === '>') && draft.bare && /^(?:\d+|\{.*\})$/.test(draft.text)) {
    cursor.unsure('an unusual file descriptor', draft.at)
  }
  return draft.word(cursor.at)
}
