import { isAsked } from '../settle.ts'
import type { Card } from '../state.ts'
import { colouredLines } from '../highlight/coloured-lines.ts'
import { linesOf } from '../text/lines.ts'
import { placeName } from '../text/place-name.ts'
import { codePoints, cutMiddle, show, type Shown } from '../text/shown.ts'
import { foldedBlocks, note, proseBlocks, type Block } from './block.ts'
import type { Keep } from './fold.ts'
import type { Piece } from './pieces.ts'
import { span, type Row } from './row.ts'
import type { Sheet } from './sheet.ts'

/** An object is cut to so many rows of its own. */
export const mostObjectRows = 2
/** What stands before the rows of a header below the first one. */
export const hang = '  '
const keepCommand: Keep = { head: 3, tail: 3 }
const keepAddition: Keep = { head: 3, tail: 1 }

/** What a call does, and on what. */
export interface Subject {
  readonly verb: string
  /** The title without the tool's name; a command as it is given. */
  readonly text: string
  /** The same as a header shows it; a command with a prompt before it. */
  readonly object: string
  readonly isCommand: boolean
  /** A command of several lines. */
  readonly isScript: boolean
  /** What the title of a result adds to that of its call. */
  readonly addition: string
}

/** The subject of a card. */
export function subjectOf(card: Card, sheet: Sheet): Subject {
  const { title, addition } = titleOf(card)
  const prefix = `${card.tool} `
  const text = title.toLowerCase().startsWith(prefix.toLowerCase()) ? title.slice(prefix.length) : title
  const isCommand = card.call.card === 'terminal'
  const isScript = isCommand && linesOf(text).length > 1
  const place = pathsOf(card).includes(text) ? placeName(text, sheet) : text
  return { verb: card.tool, text, object: isCommand ? `$ ${text}` : place, isCommand, isScript, addition }
}

/** A title such as `TODO in src; not searched: 2 hidden`, whose end stands below the header. */
function titleOf({ call, result }: Card): { readonly title: string; readonly addition: string } {
  const title = result?.title ?? call.title
  const start = `${call.title}; `
  return title.startsWith(start)
    ? { title: call.title, addition: title.slice(start.length) }
    : { title, addition: '' }
}

/** The files that a card is about. */
function pathsOf({ call, result }: Card): string[] {
  const located = call.card === 'generic' || call.card === 'diff' ? (call.locations ?? []) : []
  const changed = [call, result].flatMap((view) => (view?.card === 'diff' ? view.diffs : []))
  const read = result?.card === 'read' ? [result] : []
  return [...located, ...changed, ...read].map(({ path }) => path)
}

/** As much of an object as a header has room for. */
export function objectShown(object: string, sheet: Sheet): Shown {
  return cutMiddle(object, mostObjectRows * (sheet.width - hang.length), sheet.marks.ellipsis)
}

/** The object in the tones of a header that shows all of it; a command is a program. */
export function objectPieces({ text, object, isCommand }: Subject, sheet: Sheet): Piece[] {
  const plain: Piece[] = [{ text: object, tone: 'plain' }]
  if (!isCommand || object === '' || sheet.highlight === undefined) return plain
  const [command = []] = colouredLines([text], 'bash', sheet.highlight)
  return [{ text: '$ ', tone: 'plain' }, ...command]
}

/** The subject of a card whose header has the body below it: a script stands there, and not in the header too. */
export function aboveBody(subject: Subject): Subject {
  return subject.isScript ? { ...subject, object: '' } : subject
}

/** What a header says of a script that stands below it. */
export function scriptFacts(subject: Subject, sheet: Sheet): Row[] {
  return subject.isScript ? [[span(sizeOf(subject, sheet))]] : []
}

function sizeOf({ text, isCommand }: Subject, { words }: Sheet): string {
  return words.header.size(isCommand ? 'command' : 'call', linesOf(text).length, codePoints(text))
}

/** The whole object below the header, where the header cannot hold it: a script's first line is not the script. */
export function subjectBlocks(subject: Subject, card: Card, outer: Sheet, sheet: Sheet): Block[] {
  const { text, object, isCommand, isScript } = subject
  const lines = linesOf(text)
  if (lines.length <= 1 && (!sheet.expand || objectShown(object, outer) === show(object))) return []
  if (!isCommand && !sheet.expand) return []
  const marked = lines.map((line, index) => ({ line, margin: marginOf(index, isCommand) }))
  const body = foldedBlocks(marked, keepCommand, sheet, 'line', (some) =>
    some.length === 0 ? [] : [codeBlock(some, isCommand, isAsked(card), sheet)],
  )
  return isScript ? body : [note(sizeOf(subject, sheet)), ...body]
}

interface Marked {
  readonly line: string
  readonly margin: string
}

/** Each line of a command stands behind the prompt, so that no output can be taken for one. */
function marginOf(index: number, isCommand: boolean): string {
  if (!isCommand) return ''
  return index === 0 ? '$ ' : '  '
}

function codeBlock(some: readonly Marked[], isCommand: boolean, isStrong: boolean, sheet: Sheet): Block {
  const language = isCommand ? 'bash' : 'text'
  const texts = some.map(({ line }) => line)
  const pieces = isStrong
    ? texts.map((text): Piece[] => [{ text, tone: 'strong' }])
    : colouredLines(texts, isCommand ? language : undefined, sheet.highlight)
  return {
    kind: 'code',
    language,
    lines: pieces.map((each, index) => ({ pieces: each, margin: some[index]!.margin })),
  }
}

/** What the title of a result adds to that of its call, such as why a search may have missed something. */
export function additionBlocks({ addition }: Subject, sheet: Sheet): Block[] {
  return proseBlocks(addition, keepAddition, sheet, 'quiet')
}
