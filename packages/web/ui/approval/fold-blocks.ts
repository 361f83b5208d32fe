import type { Block, Line, Piece } from '@millrace/cards'

/** Lines and characters. */
export interface Extent {
  readonly lines: number
  readonly characters: number
}

/** Both ends of what is too long for a look, and exactly what is between them. */
export interface FoldedBlocks {
  readonly head: readonly Block[]
  readonly hidden: Extent
  readonly tail: readonly Block[]
}

/** A longer line takes more than one row on any screen. In UTF-16 units. */
const unitsPerRow = 100
const mostRows = 20
const headRows = 8
const tailRows = 6

/**
 * Folds what a question is about to its head and its tail, as the danger may stand at either of them.
 * @returns `undefined` where all of it can be seen at once.
 */
export function foldBlocks(blocks: readonly Block[]): FoldedBlocks | undefined {
  if (sum(blocks.map(rowsOf)) <= mostRows) return undefined
  const head = taken(blocks, headRows, 'head').blocks
  const tail = taken(blocks, tailRows, 'tail').blocks
  const all = extentOf(blocks)
  const shown = [extentOf(head), extentOf(tail)]
  return {
    head,
    tail,
    hidden: {
      lines: Math.max(0, all.lines - sum(shown.map(({ lines }) => lines))),
      characters: all.characters - sum(shown.map(({ characters }) => characters)),
    },
  }
}

/** How much blocks have to read, without what the layout puts beside it. */
export function extentOf(blocks: readonly Block[]): Extent {
  const texts = blocks.flatMap(textsOf)
  return { lines: texts.length, characters: sum(texts.map(characters)) }
}

type End = 'head' | 'tail'

interface Taken<T> {
  readonly blocks: readonly T[]
  /** Rows that are left. */
  readonly left: number
}

/** Blocks from one end of a list, as far as the rows go; nothing is taken behind what had no room. */
function taken(blocks: readonly Block[], rows: number, end: End): Taken<Block> {
  const found: Block[] = []
  let left = rows
  for (const block of end === 'head' ? blocks : blocks.toReversed()) {
    const needed = rowsOf(block)
    const part = needed <= left ? block : partOf(block, left, end)
    if (part !== undefined) found.push(part)
    if (needed > left) return { blocks: inOrder(found, end), left: 0 }
    left -= needed
  }
  return { blocks: inOrder(found, end), left }
}

/** What of a block fits at one of its ends; nothing of one that means nothing in parts. */
function partOf(block: Block, rows: number, end: End): Block | undefined {
  if (rows < 1) return undefined
  switch (block.kind) {
    case 'note':
    case 'link':
      return undefined
    case 'prose':
      return { ...block, lines: someLines(block.lines, rows, end, (line) => line.length, cutText) }
    case 'code':
      return { ...block, lines: someLines(block.lines, rows, end, lengthOf, cutLine) }
    case 'labelled':
    case 'item':
      return { ...block, body: taken(block.body, rows - 1, end).blocks }
  }
}

function someLines<T>(
  lines: readonly T[],
  rows: number,
  end: End,
  length: (line: T) => number,
  cut: (line: T, units: number, end: End) => T,
): T[] {
  const found: T[] = []
  let left = rows
  for (const line of end === 'head' ? lines : lines.toReversed()) {
    const needed = rowsIn(length(line))
    if (needed <= left) found.push(line)
    else if (left > 0) found.push(cut(line, left * unitsPerRow, end))
    left -= needed
    if (left <= 0) break
  }
  return inOrder(found, end)
}

function cutLine(line: Line, units: number, end: End): Line {
  let left = units
  const pieces: Piece[] = []
  for (const piece of end === 'head' ? line.pieces : line.pieces.toReversed()) {
    if (left <= 0) break
    pieces.push(piece.text.length <= left ? piece : { ...piece, text: cutText(piece.text, left, end) })
    left -= piece.text.length
  }
  return { ...line, pieces: inOrder(pieces, end) }
}

/** Never half of a character. */
function cutText(text: string, units: number, end: End): string {
  return end === 'head'
    ? text.slice(0, units).replace(/[\ud800-\udbff]$/, '')
    : text.slice(-units).replace(/^[\udc00-\udfff]/, '')
}

function rowsOf(block: Block): number {
  return sum(textsOf(block).map(({ length }) => rowsIn(length)))
}

function rowsIn(length: number): number {
  return Math.max(1, Math.ceil(length / unitsPerRow))
}

/** The lines of a block. */
function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'note':
      return [`${block.text}${block.subject ?? ''}`]
    case 'link':
      return [block.address]
    case 'prose':
      return [...block.lines]
    case 'code':
      return block.lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''))
    case 'labelled':
      return [block.label, ...block.body.flatMap(textsOf)]
    case 'item':
      return [block.name, ...block.body.flatMap(textsOf)]
  }
}

function lengthOf({ pieces }: Line): number {
  return sum(pieces.map(({ text }) => text.length))
}

/** Code points, as people count them. */
function characters(text: string): number {
  let total = 0
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) total++
  return total
}

function inOrder<T>(found: readonly T[], end: End): T[] {
  return end === 'head' ? [...found] : found.toReversed()
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
