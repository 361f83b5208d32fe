import { colouredLines } from '../highlight/coloured-lines.ts'
import type { CodeBlock, Line } from '../layout/block.ts'
import { sliced, type Piece } from '../layout/pieces.ts'
import type { Tone } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import type { Place } from '../text/place.ts'
import { changedParts } from './changed-part.ts'
import type { Numbered } from './diff-hunk.ts'

/** How the lines of one stretch are drawn. */
export interface DiffLook {
  /** Columns for a number; 0 where the place in the file is not known. */
  readonly digits: number
  readonly language: string | undefined
  readonly sheet: Sheet
}

interface Kind {
  readonly sign: string
  readonly tone: Tone
  readonly part: Tone
}

const kinds: Readonly<Record<Numbered['kind'], Kind>> = {
  same: { sign: ' ', tone: 'quiet', part: 'quiet' },
  removed: { sign: '-', tone: 'removed', part: 'removed-part' },
  added: { sign: '+', tone: 'added', part: 'added-part' },
}

/** A stretch of lines of a diff without gaps. */
export function diffCode(lines: readonly Numbered[], look: DiffLook): CodeBlock {
  const coloured = colours(lines, look)
  const parts = partsThatChanged(lines)
  return {
    kind: 'code',
    language: 'diff',
    lines: lines.flatMap((line, index) => {
      const { tone, part } = kinds[line.kind]
      const pieces = coloured[index] ?? [{ text: line.text, tone }]
      return drawn(line, emphasised(pieces, parts.get(index), part), look)
    }),
    ...(lines[0]?.isPlaced === true && { header: headerOf(lines) }),
  }
}

function drawn(line: Numbered, pieces: Piece[], { digits, sheet }: DiffLook): Line[] {
  const { sign, tone } = kinds[line.kind]
  const number = line.isPlaced ? String(line.kind === 'removed' ? line.before : line.after) : ''
  const margin = digits === 0 ? `${sign} ` : `${number.padStart(digits)} ${sign} `
  const shown: Line = { pieces, margin, marginTone: tone, sign }
  if (line.isUnended !== true) return [shown]
  const text = sheet.words.face.noLineBreak
  const blank = ' '.repeat(margin.length - 2)
  return [shown, { pieces: [{ text, tone: 'quiet' }], margin: `${blank}\\ `, sign: '\\ ' }]
}

/** Each side of the change is a program of its own. */
function colours(lines: readonly Numbered[], { language, sheet }: DiffLook): (Piece[] | undefined)[] {
  if (sheet.highlight === undefined) return []
  const found: Piece[][] = []
  const take = (isTaken: (line: Numbered) => boolean): void => {
    const places = lines.flatMap((line, index) => (isTaken(line) ? [index] : []))
    const texts = places.map((index) => lines[index]!.text)
    const pieces = colouredLines(texts, language, sheet.highlight)
    places.forEach((index, at) => {
      const { tone } = kinds[lines[index]!.kind]
      found[index] = pieces[at]!.map((piece) => (piece.tone === 'plain' ? { ...piece, tone } : piece))
    })
  }
  take(({ kind }) => kind !== 'added')
  take(({ kind }) => kind !== 'removed')
  return found
}

/** Where in lines that were replaced, and in those that replaced them, the difference is. */
function partsThatChanged(lines: readonly Numbered[]): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>()
  for (let at = 0; at < lines.length;) {
    const removed = run(lines, at, 'removed')
    const added = run(lines, at + removed, 'added')
    for (let pair = 0; pair < Math.min(removed, added); pair++) {
      const [before, after] = [at + pair, at + removed + pair]
      const parts = changedParts(lines[before]!.text, lines[after]!.text)
      if (parts === undefined) continue
      places.set(before, parts[0])
      places.set(after, parts[1])
    }
    at += Math.max(1, removed + added)
  }
  return places
}

function run(lines: readonly Numbered[], from: number, kind: Numbered['kind']): number {
  let length = 0
  while (lines[from + length]?.kind === kind) length++
  return length
}

function emphasised(pieces: Piece[], place: Place | undefined, tone: Tone): Piece[] {
  if (place === undefined || place.length === 0) return pieces
  const end = place.at + place.length
  const part = sliced(pieces, place.at, end).map(({ text }) => ({ text, tone }))
  return [...sliced(pieces, 0, place.at), ...part, ...sliced(pieces, end, Infinity)]
}

/** `@@ -11,2 +11,3 @@`. */
function headerOf(lines: readonly Numbered[]): string {
  const [first] = lines
  if (first === undefined) return ''
  const old = lines.filter(({ kind }) => kind !== 'added').length
  const now = lines.filter(({ kind }) => kind !== 'removed').length
  return `@@ -${old === 0 ? first.before - 1 : first.before},${old} +${now === 0 ? first.after - 1 : first.after},${now} @@`
}
