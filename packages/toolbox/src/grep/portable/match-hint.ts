import type { MatchHint } from '../protocol.ts'
import { anyCharacter, holds, type CharacterSet } from './characters.ts'
import { mayBeEmpty, type LinePattern } from './line-pattern.ts'

/** Characters of one row that are looked for, so that a hostile pattern cannot make that slow. */
const longestRow = 32

/** Branches of a choice, and all that are in one another. */
const mostBranches = 64

/** Bits that a row has to tell of a place in a text for the search for it to be worth while. */
const leastBits = 6

/** A row of characters, or a choice of rows, that every match holds. */
interface Row {
  readonly source: string
  /** How much it tells: 16 bits for each certain character. */
  readonly bits: number
  readonly branches: number
  /** Whether it spells characters beyond the first plane. */
  readonly isAstral: boolean
}

/** What every match of a pattern holds; undefined where that tells too little. */
export function matchHint(pattern: LinePattern): MatchHint | undefined {
  const row = bestRow(pattern)
  if (row === undefined || row.bits < leastBits || row.branches > mostBranches) return undefined
  return {
    source: row.source,
    flags: row.isAstral ? 'gu' : 'g',
    isExact: isRow(pattern),
    isStart: beginsWithRow(pattern),
  }
}

/**
 * A text that every match holds, as the longest row of characters of which each is certain; undefined where there is
 * none.
 */
export function certainText(pattern: LinePattern): string | undefined {
  if (pattern.kind !== 'sequence') return undefined
  const texts = rowsOf(pattern.parts)
    .flatMap((row) => splitAtChoices(row))
    .filter((text) => text !== '')
  return texts.sort((a, b) => b.length - a.length)[0]
}

function splitAtChoices(row: readonly CharacterSet[]): string[] {
  const texts = ['']
  for (const set of row) {
    const [first, second] = set
    const isOne = first !== undefined && second === undefined && first[0] === first[1]
    // What is not UTF-8 decodes to U+FFFD, so its absence from the bytes proves nothing.
    if (isOne && first[0] !== 0xfffd) texts.push((texts.pop() ?? '') + String.fromCodePoint(first[0]))
    else texts.push('')
  }
  return texts
}

function bestRow(pattern: LinePattern): Row | undefined {
  switch (pattern.kind) {
    case 'one':
      return rowOf([pattern.of])
    case 'repeat':
      return pattern.part.kind === 'one'
        ? bestRow({ kind: 'sequence', parts: [pattern] })
        : rowOfRepeat(pattern)
    case 'choice':
      return rowOfChoice(pattern.branches)
    case 'sequence':
      return rowOfSequence(pattern.parts)
    case 'start':
    case 'end':
    case 'wordBoundary':
      return undefined
  }
}

function rowOfRepeat({ part, least }: LinePattern & { kind: 'repeat' }): Row | undefined {
  return least === 0 ? undefined : bestRow(part)
}

function rowOfChoice(branches: readonly LinePattern[]): Row | undefined {
  const rows: Row[] = []
  for (const branch of branches) {
    const row = bestRow(branch)
    if (row === undefined) return undefined
    rows.push(row)
  }
  return {
    source: `(?:${rows.map(({ source }) => source).join('|')})`,
    bits: Math.min(...rows.map(({ bits }) => bits)) - Math.log2(rows.length),
    branches: rows.reduce((sum, row) => sum + row.branches, 0),
    isAstral: rows.some(({ isAstral }) => isAstral),
  }
}

function rowOfSequence(parts: readonly LinePattern[]): Row | undefined {
  const inner = parts.filter((part) => part.kind !== 'one' && !isRun(part)).map(bestRow)
  const rows = [...rowsOf(parts).map(rowOf), ...inner].filter((row) => row !== undefined)
  return rows.sort((a, b) => b.bits - a.bits)[0]
}

/** The characters that follow each other in every match, in rows as long as can be. */
function rowsOf(parts: readonly LinePattern[]): CharacterSet[][] {
  const rows: CharacterSet[][] = []
  let row: CharacterSet[] = []
  const end = (): void => {
    if (row.length > 0) rows.push(row)
    row = []
  }
  for (const part of parts) {
    if (part.kind === 'one') {
      row.push(part.of)
    } else if (isRun(part)) {
      // Of a run whose length is open only its ends have neighbours.
      const least = Array.from({ length: Math.min(part.least, longestRow) }, () => part.part.of)
      row.push(...least)
      if (part.least !== part.most || part.least > longestRow) {
        end()
        row.push(...least)
      }
    } else if (!isCondition(part)) {
      end()
    }
  }
  end()
  return rows
}

function rowOf(row: readonly CharacterSet[]): Row | undefined {
  const weights = row.map((set) => 16 - Math.log2(Math.min(65_536, sizeOf(set))))
  // What tells nothing at the ends need not be looked for.
  let from = Math.max(0, row.length - longestRow)
  let to = row.length
  while (from < to && (weights[from] ?? 0) < 1) from += 1
  while (to > from && (weights[to - 1] ?? 0) < 1) to -= 1
  if (from === to) return undefined
  const kept = row.slice(from, to)
  return {
    source: kept.map(scriptClass).join(''),
    bits: weights.slice(from, to).reduce((sum, bits) => sum + bits, 0),
    branches: 1,
    isAstral: kept.some((set) => set.some(([, high]) => high > 0xffff)),
  }
}

/** Whether a pattern matches exactly the lines that hold its row: only the ends of it may be of open length. */
function isRow(pattern: LinePattern): boolean {
  if (pattern.kind !== 'sequence') return false
  let parts = [...pattern.parts]
  while (parts[0] !== undefined && isOptional(parts[0])) parts = parts.slice(1)
  for (let last = parts.at(-1); last !== undefined && isOptional(last); last = parts.at(-1)) parts.pop()
  const length = parts.reduce((sum, part) => sum + (isRun(part) ? part.least : 1), 0)
  return (
    length > 0 &&
    length <= longestRow &&
    parts.every((part, index) => {
      const isLast = index === parts.length - 1
      const isEnd = index === 0 || isLast
      const set = part.kind === 'one' ? part.of : isRun(part) ? part.part.of : undefined
      if (set === undefined || (isRun(part) && part.least !== part.most && !isEnd)) return false
      // A carriage return in the middle is one of the line.
      return !(isLast && holds(set, 0x0d)) && !(isEnd && sizeOf(set) >= 32_768)
    })
  )
}

/** Whether the first match in a line begins where the line first holds the row. */
function beginsWithRow(pattern: LinePattern): boolean {
  if (pattern.kind !== 'sequence' || !isRow(pattern)) return false
  const [first, ...others] = pattern.parts
  if (first === undefined || isOptional(first)) return false
  // A run of open length begins before the row, unless that is nothing but its beginning.
  return !isRun(first) || first.least === first.most || others.every(isOptional)
}

function isOptional(part: LinePattern): boolean {
  return !isCondition(part) && mayBeEmpty(part)
}

type Run = LinePattern & { kind: 'repeat'; part: LinePattern & { kind: 'one' } }

function isRun(part: LinePattern): part is Run {
  return part.kind === 'repeat' && part.part.kind === 'one'
}

function isCondition(part: LinePattern): boolean {
  return part.kind === 'start' || part.kind === 'end' || part.kind === 'wordBoundary'
}

function sizeOf(set: CharacterSet): number {
  return set.reduce((sum, [low, high]) => sum + high - low + 1, 0)
}

function scriptClass(set: CharacterSet): string {
  if (set === anyCharacter) return '[^\\n]'
  const [[low, high] = [1, 0], ...others] = set
  if (others.length === 0 && low === high) return scriptCharacter(low)
  return `[${set.map(([from, to]) => `${scriptCharacter(from)}-${scriptCharacter(to)}`).join('')}]`
}

function scriptCharacter(codePoint: number): string {
  const hex = codePoint.toString(16)
  return codePoint > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}
