import { linesOf } from '../text/lines.ts'
import { cutMiddle } from '../text/shown.ts'
import type { Place } from '../text/place.ts'
import type { Countable } from '../words/card-words.ts'
import { fold, type Keep } from './fold.ts'
import type { Piece } from './pieces.ts'
import type { Tone } from './row.ts'
import type { Sheet } from './sheet.ts'

/** One line that stands as it was written: of a file, an output, a command. */
export interface Line {
  readonly pieces: readonly Piece[]
  /** What the layout puts before it: its number, its sign. */
  readonly margin?: string
  readonly marginTone?: Tone
  /** The sign of a line in the notation of diffs. */
  readonly sign?: string
  /** The part that matters most, if not all of the line has room. */
  readonly place?: Place
}

/** Lines that stand together. */
export interface CodeBlock {
  readonly kind: 'code'
  /** What they are, as fenced code is marked: `console`, `diff`, `ts`. */
  readonly language: string
  readonly lines: readonly Line[]
  /** Margins belong to the text, and are no ornament of a screen. */
  readonly hasMargins?: boolean
  /** What the notation of diffs says of a stretch of lines. */
  readonly header?: string
}

/** A thing with a name of its own and what there is to say about it. */
export interface ItemBlock {
  readonly kind: 'item'
  readonly name: string
  readonly tone: Tone
  /** What the layout says about it beside its name. */
  readonly fact?: string
  /** Columns by which its body stands to the right of its name. */
  readonly inset: number
  readonly body: readonly Block[]
}

/** Something with a word before it that says what it is. */
export interface LabelledBlock {
  readonly kind: 'labelled'
  readonly label: string
  readonly body: readonly Block[]
}

/** A remark of the layout itself. */
export interface NoteBlock {
  readonly kind: 'note'
  readonly text: string
  /** The only part of it that somebody else named. */
  readonly subject?: string
  /** It stands for something that is folded away here, and that is shown with `expand`. */
  readonly isFold?: true
}

/** One part of a card's body, before it is known on what it will be drawn. */
export type Block =
  | NoteBlock
  /** Text that people read, line by line; it is broken between words. */
  | { readonly kind: 'prose'; readonly lines: readonly string[]; readonly tone: Tone }
  /** An address on the web, in the form a browser would go to. */
  | { readonly kind: 'link'; readonly address: string }
  | CodeBlock
  | ItemBlock
  | LabelledBlock

/** A remark of the layout itself, and what it is about where somebody else named that. */
export function note(text: string, subject?: string): NoteBlock {
  return subject === undefined ? { kind: 'note', text } : { kind: 'note', text, subject }
}

/** Blocks with a word before them; nothing where there are none. */
export function labelled(label: string, body: readonly Block[]): Block[] {
  return body.length === 0 ? [] : [{ kind: 'labelled', label, body }]
}

/** `… 41 lines hidden (--expand)`. */
export function hiddenNote(what: string, sheet: Sheet): NoteBlock {
  return { ...note(hiddenText(what, sheet)), isFold: true }
}

/** The same where no block is wanted. */
export function hiddenText(what: string, { marks, words, hint }: Sheet): string {
  return `${marks.ellipsis} ${words.body.hidden(what)}${hint}`
}

/** Lines without margins. */
export function codeOf(language: string, lines: readonly (readonly Piece[])[]): Block[] {
  return lines.length === 0 ? [] : [{ kind: 'code', language, lines: lines.map((pieces) => ({ pieces })) }]
}

/** A folded list: what is made of both its ends, and the note that counts what is hidden between them. */
export function foldedBlocks<T>(
  items: readonly T[],
  keep: Keep,
  sheet: Sheet,
  what: Countable,
  blocks: (items: readonly T[]) => readonly Block[],
): Block[] {
  const { head, hidden, tail } = fold(items, keep, sheet)
  if (hidden === 0) return [...blocks(head)]
  return [...blocks(head), hiddenNote(sheet.words.counted(hidden, what), sheet), ...blocks(tail)]
}

/** A text of at most this many characters is a message that is read to its last word. */
const messageLength = 1_000
/** Rows that one line of a longer text takes at most when it is folded. */
const rowsPerLine = 3

/**
 * A text that people read, folded to so many lines. Only the lines of a long text are cut, in their middle, as the
 * advice stands at the end.
 */
export function proseBlocks(text: string, keep: Keep, sheet: Sheet, tone: Tone = 'plain'): Block[] {
  const lines = linesOf(text)
  const isWhole = sheet.expand || text.length <= messageLength
  const columns = lines.length === 1 ? messageLength : rowsPerLine * sheet.width
  const cut = (line: string): string =>
    isWhole ? line : cutMiddle(withoutTabs(line), columns, sheet.marks.ellipsis)
  return foldedBlocks(lines, keep, sheet, 'line', (some) =>
    some.length === 0 ? [] : [{ kind: 'prose', lines: some.map(cut), tone }],
  )
}

/** A tab's width depends on where it stands; four blanks do not. */
export function withoutTabs(line: string): string {
  return line.replaceAll('\t', '    ')
}
