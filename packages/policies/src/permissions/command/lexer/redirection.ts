import { meaning, meaningAt } from './characters.ts'
import type { Cursor } from './cursor.ts'
import type { ReadInner } from './dollar.ts'
import { skipBlanks } from './blanks.ts'
import type { Redirection, Word } from './syntax.ts'
import { readWord } from './word.ts'

const operator = /\d{0,2}(?:&>>|&>|>>|>\||>&|<<<|<<-|<<|<&|<>|>|<)/y
const descriptor = /(?:\d{1,2}|-)/y
const plainDelimiter = /[A-Za-z0-9_]+/y
const quotedDelimiter = /(?:'([A-Za-z0-9_]+)'|"([A-Za-z0-9_]+)"|\\([A-Za-z0-9_]+))/y

/** Whether a redirection begins here. */
export function seesRedirection(cursor: Cursor): boolean {
  operator.lastIndex = cursor.at
  return operator.test(cursor.text)
}

/** Reads one redirection. */
export function readRedirection(cursor: Cursor, readInner: ReadInner): Redirection {
  const start = cursor.at
  const written = cursor.takesMatch(operator)?.[0] ?? ''
  const sign = written.replace(/^\d+/, '')
  if (sign !== written && sign.startsWith('&')) cursor.unsure('a redirection', start)
  switch (sign) {
    case '>&':
    case '<&':
      return readDuplicate(cursor)
    case '<<':
    case '<<-':
      return readHereDocument(cursor, sign === '<<-')
    case '<<<': {
      const word = target(cursor, readInner)
      return { kind: 'data', ...(word.lists && { lists: word.lists }) }
    }
    case '<>':
      return cursor.unsure('a file opened for reading and writing', start)
    default:
      return { kind: sign === '<' ? 'read' : 'write', target: certain(cursor, target(cursor, readInner)) }
  }
}

function readDuplicate(cursor: Cursor): Redirection {
  if (!cursor.takesMatch(descriptor)) cursor.unsure('a redirection to a file descriptor that is not a number')
  if (meaningAt(cursor.text, cursor.at) !== meaning.ends)
    cursor.unsure('a file descriptor with something behind it')
  return { kind: 'duplicate' }
}

function readHereDocument(cursor: Cursor, indented: boolean): Redirection {
  if (cursor.depth > 0) cursor.unsure('a here-document inside another command')
  skipBlanks(cursor)
  const quoted = cursor.takesMatch(quotedDelimiter)
  const delimiter = quoted ? (quoted[1] ?? quoted[2] ?? quoted[3]) : cursor.takesMatch(plainDelimiter)?.[0]
  if (delimiter === undefined || meaningAt(cursor.text, cursor.at) !== meaning.ends) {
    cursor.unsure('a here-document with an unusual end mark')
  }
  cursor.pending.push({ delimiter, indented, quoted: quoted !== null })
  return { kind: 'data' }
}

function target(cursor: Cursor, readInner: ReadInner): Word {
  skipBlanks(cursor)
  if (meaningAt(cursor.text, cursor.at) === meaning.ends) cursor.unsure('a redirection without a file')
  return readWord(cursor, readInner)
}

function certain(cursor: Cursor, word: Word): Word {
  if (word.unknown !== undefined || word.pattern !== undefined) {
    cursor.unsure('a redirection to a file whose name is not certain', word.at)
  }
  if (word.text === '') cursor.unsure('a redirection to a file without a name', word.at)
  if (/^\/+dev\/+(?:tcp|udp)\b/i.test(word.text)) cursor.unsure('a redirection to the network', word.at)
  return word
}
