/** What ends a line. */
export type LineEnd = '\n' | '\r\n'

const lineFeed = 10
const carriageReturn = 13

/**
 * A text as it is shown to a model, with LF where the source has CRLF, and the way back to the source. A carriage
 * return that no line feed follows is an ordinary character.
 */
export class LineEndView {
  /** What is shown. */
  readonly text: string
  /** Places in `text` of the line feeds that are CRLF in the source, in order. */
  private readonly pairs: Uint32Array

  private constructor(text: string, pairs: Uint32Array) {
    this.text = text
    this.pairs = pairs
  }

  /** Shows the source as it stands. */
  static exact(source: string): LineEndView {
    return new LineEndView(source, new Uint32Array())
  }

  /** Shows the source with LF alone. Much faster than `replaceAll` where there are many lines. */
  static of(source: string): LineEndView {
    if (!source.includes('\r\n')) return LineEndView.exact(source)
    const bytes = Buffer.allocUnsafeSlow(source.length * 2)
    bytes.write(source, 'utf16le')
    const units = new Uint16Array(bytes.buffer, 0, source.length)
    const pairs = new Uint32Array(countPairs(units))
    let length = 0
    let found = 0
    for (let at = 0; at < units.length; at += 1) {
      if (units[at] === carriageReturn && units[at + 1] === lineFeed) pairs[found++] = length
      else units[length++] = units[at] ?? 0
    }
    return new LineEndView(bytes.toString('utf16le', 0, length * 2), pairs)
  }

  /** The place in the source of a place in `text`; of a line feed that is CRLF there, that of the CR. */
  sourceOf(at: number): number {
    return at + this.pairsBefore(at)
  }

  /** How many of the line feeds between two places in `text` are CRLF in the source. */
  pairsWithin(start: number, end: number): number {
    return this.pairsBefore(end) - this.pairsBefore(start)
  }

  /** How most lines of the source end; LF where neither end is more frequent. */
  get usualEnd(): LineEnd {
    const { length } = this.pairs
    return length > 0 && length * 2 > countLineFeeds(this.text) ? '\r\n' : '\n'
  }

  private pairsBefore(at: number): number {
    let low = 0
    let high = this.pairs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.pairs[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** How many line feeds a text has, or a part of it. A plain loop, as lines may be very short. */
export function countLineFeeds(text: string, from: number = 0, to: number = text.length): number {
  const end = Math.min(to, text.length)
  let count = 0
  for (let at = from; at < end; at += 1) {
    if (text.charCodeAt(at) === lineFeed) count += 1
  }
  return count
}

/** A text with this end wherever it has a bare LF; what is CRLF already stays. */
export function withLineEnd(text: string, end: LineEnd): string {
  return end === '\n' ? text : text.replaceAll(/\r?\n/g, end)
}

function countPairs(units: Uint16Array): number {
  let count = 0
  for (let at = 1; at < units.length; at += 1) {
    if (units[at] === lineFeed && units[at - 1] === carriageReturn) count += 1
  }
  return count
}
