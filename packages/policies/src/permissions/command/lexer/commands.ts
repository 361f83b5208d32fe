import { skipBlanks, skipComment } from './blanks.ts'
import { meaning, meaningAt, neverCertain } from './characters.ts'
import { Cursor } from './cursor.ts'
import { readLineEnd } from './here-document.ts'
import { readRedirection, seesRedirection } from './redirection.ts'
import type { Command, List, Pipeline, Redirection, Simple, Subshell, Word } from './syntax.ts'
import { readWord } from './word.ts'

const keywords = new Set(
  'if then else elif fi case esac for select while until do done in function { } ! [[ ]] coproc'.split(' '),
)
const assignment = /[A-Za-z_][A-Za-z0-9_]*\+?=/y

/**
 * Cuts a command the way `bash -c` does.
 * @throws Unsure where it holds anything whose effect is not certain.
 */
export function parseCommand(text: string): List {
  const odd = neverCertain.exec(text)
  const cursor = new Cursor(text)
  if (odd) cursor.unsure(named(odd[0]), odd.index)
  const list = readList(cursor)
  if (cursor.pending.length > 0) cursor.unsure('a here-document without a body')
  if (cursor.at < text.length) cursor.unsure('a ")" that closes nothing')
  return list
}

/** What stands where no character should, by its class and number. */
function named(character: string): string {
  const code = character.charCodeAt(0)
  const kind = code >= 0xd800 && code <= 0xdfff ? 'half a character' : 'a control character'
  return `${kind} (U+${code.toString(16).toUpperCase().padStart(4, '0')})`
}

/** Reads up to the end, or to a `)` that it leaves. */
function readList(cursor: Cursor): List {
  const list: Pipeline[] = []
  let joint: Pipeline['joint'] | undefined = 'then'
  skipLineEnds(cursor)
  while (!atEnd(cursor)) {
    const negated = takesNegation(cursor)
    list.push({ joint, negated, commands: readPipeline(cursor) })
    joint = readJoint(cursor)
    if (joint === undefined) break
    skipLineEnds(cursor)
    if (joint !== 'then' && atEnd(cursor)) cursor.unsure('an operator with nothing behind it')
  }
  return list
}

function atEnd(cursor: Cursor): boolean {
  return cursor.at >= cursor.text.length || cursor.text[cursor.at] === ')'
}

function skipLineEnds(cursor: Cursor): void {
  for (;;) {
    skipBlanks(cursor)
    skipComment(cursor)
    if (cursor.text[cursor.at] !== '\n') return
    readLineEnd(cursor)
  }
}

function readJoint(cursor: Cursor): Pipeline['joint'] | undefined {
  skipComment(cursor)
  if (atEnd(cursor)) return undefined
  if (cursor.text[cursor.at] === '\n') return 'then'
  if (cursor.takes('&&')) return 'and'
  if (cursor.takes('||')) return 'or'
  if (cursor.sees('&')) cursor.unsure('a command in the background')
  if (cursor.sees(';;') || cursor.sees(';&')) cursor.unsure('the end of a case')
  if (cursor.takes(';')) return 'then'
  return cursor.unsure('something that is no command')
}

function takesNegation(cursor: Cursor): boolean {
  if (!cursor.sees('! ') && !cursor.sees('!\t')) return false
  cursor.at += 1
  skipBlanks(cursor)
  return true
}

function readPipeline(cursor: Cursor): Command[] {
  const commands = [readCommandHere(cursor)]
  while (cursor.text[cursor.at] === '|' && !cursor.sees('||')) {
    cursor.at += cursor.sees('|&') ? 2 : 1
    skipLineEnds(cursor)
    commands.push(readCommandHere(cursor))
  }
  return commands
}

function readCommandHere(cursor: Cursor): Command {
  return cursor.text[cursor.at] === '(' ? readSubshell(cursor) : readSimple(cursor)
}

function readInner(cursor: Cursor): List {
  const opening = cursor.at
  const list = readList(cursor)
  if (!cursor.takes(')')) cursor.unsure('a "(" that is not closed', opening)
  return list
}

function readSubshell(cursor: Cursor): Subshell {
  const opening = cursor.at
  if (cursor.sees('((')) cursor.unsure('arithmetic')
  cursor.at += 1
  const list = cursor.inside(() => readInner(cursor))
  if (list.length === 0) cursor.unsure('"(" and ")" around nothing', opening)
  const redirections: Redirection[] = []
  for (skipBlanks(cursor); seesRedirection(cursor); skipBlanks(cursor)) {
    redirections.push(readRedirection(cursor, readInner))
  }
  return { kind: 'subshell', list, redirections }
}

function readSimple(cursor: Cursor): Simple {
  const at = cursor.at
  const assignments: Word[] = []
  const words: Word[] = []
  const redirections: Redirection[] = []
  let end = at
  for (; ; skipBlanks(cursor)) {
    if (seesRedirection(cursor)) redirections.push(readRedirection(cursor, readInner))
    else if (cursor.text[cursor.at] === '#' || meaningAt(cursor.text, cursor.at) === meaning.ends) break
    else if (words.length === 0 && seesAssignment(cursor)) assignments.push(readWord(cursor, readInner))
    else words.push(readWord(cursor, readInner))
    end = cursor.at
  }
  checkStart(cursor, words, assignments, at)
  return { kind: 'simple', at, end, assignments, words, redirections }
}

function seesAssignment(cursor: Cursor): boolean {
  assignment.lastIndex = cursor.at
  return assignment.test(cursor.text)
}

function checkStart(cursor: Cursor, words: readonly Word[], assignments: readonly Word[], at: number): void {
  const [program] = words
  if (program === undefined) {
    if (assignments.length === 0) cursor.unsure('no program where one was expected', at)
    return
  }
  if (program.bare && keywords.has(program.text)) cursor.unsure(`the keyword "${program.text}"`, program.at)
  if (program.unknown !== undefined || program.pattern !== undefined) {
    cursor.unsure('a program whose name is not certain', program.at)
  }
  if (program.text === '') cursor.unsure('a program without a name', program.at)
}
