import type { MarkdownPart } from './markdown-parts.ts'

/** Longer parts are not parsed: the time that the grammar takes can grow with the square of a text. */
const longest = 8_000
/** Nor those with more marks of emphasis, with which it grows faster than that. */
const mostEmphasis = 1_000
/** How much of `costOf` the parts of one message may have together; the rest of it stands as it was written. */
const mostCost = 64_000_000

/**
 * What it takes to parse a text, at worst. It is counted, not measured: a message is to look the same on every machine and
 * at every time.
 */
export function costOf(text: string): number {
  return text.length * (1 + countOf(text, /[^\p{L}\p{N}\s]/gu))
}

/** Whether each part of a message may be parsed; what comes later changes that of no earlier part. */
export function mayBeParsed(parts: readonly MarkdownPart[]): boolean[] {
  let spent = 0
  return parts.map(({ kind, text }) => {
    if (kind === 'code' || text.length > longest || countOf(text, /[*_]/g) > mostEmphasis) return false
    const cost = costOf(text)
    if (spent + cost > mostCost) return false
    spent += cost
    return true
  })
}

/** A text that costs less is parsed whenever it grows. */
const cheap = 1_000_000
const stepsPerDoubling = 12

/**
 * How much of a text that grows is parsed for now: all of it while that is cheap, and then in steps that grow with it, so
 * that a text is parsed a bounded number of times however small its chunks are.
 */
export function parsedLength(text: string): number {
  if (costOf(text) <= cheap) return text.length
  const step = Math.floor(Math.log2(text.length) * stepsPerDoubling)
  const length = Math.min(text.length, Math.floor(2 ** (step / stepsPerDoubling)))
  return text.lastIndexOf('\n', length - 1) + 1 || length
}

function countOf(text: string, mark: RegExp): number {
  return text.match(mark)?.length ?? 0
}
