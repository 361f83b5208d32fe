import { isNameStart } from './characters.ts'
import type { Cursor } from './cursor.ts'
import type { List } from './syntax.ts'
import type { WordDraft } from './word-draft.ts'

/** Reads a list of commands up to its `)`. */
export type ReadInner = (cursor: Cursor) => List

const variable = /\$(?:[A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_]*\}|\?)/y

// Characters before which a `$` means itself.
const literalBefore = { quoted: '" /|),.:;%+=~^]}\n\t', unquoted: ' \t\n)|;&' }

/** Reads what begins with `$`: a variable, the output of commands, or the character itself. */
export function readDollar(cursor: Cursor, draft: WordDraft, readInner: ReadInner, quoted: boolean): void {
  const { text, at } = cursor
  const next = text[at + 1]
  if (next === '(') return readOutput(cursor, draft, readInner, quoted)
  if (next === '{' || next === '?' || isNameStart(text, at + 1)) {
    const found = cursor.takesMatch(variable)
    if (!found) cursor.unsure('an expansion that is not a plain variable')
    draft.holds('variable', found[0], quoted)
    return
  }
  const isLiteral =
    next === undefined
      ? !quoted
      : literalBefore[quoted ? 'quoted' : 'unquoted'].includes(next) ||
        (quoted && next === '\\' && text[at + 2] !== '\n' && text[at + 2] !== '\r')
  if (!isLiteral) cursor.unsure('an expansion')
  draft.text += '$'
  cursor.at += 1
}

function readOutput(cursor: Cursor, draft: WordDraft, readInner: ReadInner, quoted: boolean): void {
  const start = cursor.at
  if (cursor.text[start + 2] === '(') cursor.unsure('arithmetic')
  cursor.at += 2
  const list = cursor.inside(() => readInner(cursor))
  draft.lists ??= []
  draft.lists.push(list)
  draft.holds('output', cursor.text.slice(start, cursor.at), quoted)
}
