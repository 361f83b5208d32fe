import type { Pace } from '../workspace/pace.ts'
import { countLineFeeds } from './line-ends.ts'

const lineFeed = 10
/** UTF-16 units after which others may get their turn. */
const stretch = 2 ** 20

/** Finds lines in a text by number, counted from 0; a text that ends in a line break has no further, empty line. */
export class Lines {
  readonly text: string
  readonly count: number
  /** Where each line begins, and where the text ends. */
  private readonly starts: Uint32Array

  private constructor(text: string, starts: Uint32Array) {
    this.text = text
    this.count = starts.length - 1
    this.starts = starts
  }

  /** @param pace - lets others run meanwhile, as a text may have millions of lines. */
  static async of(text: string, pace: Pace): Promise<Lines> {
    let feeds = 0
    for (let from = 0; from < text.length; from += stretch) {
      feeds += countLineFeeds(text, from, from + stretch)
      if (pace.isDue) await pace.rest()
    }
    const isOpen = text !== '' && !text.endsWith('\n')
    const starts = new Uint32Array(feeds + (isOpen ? 2 : 1))
    let line = 1
    for (let from = 0; from < text.length; from += stretch) {
      line = addStarts(starts, line, text, from)
      if (pace.isDue) await pace.rest()
    }
    starts[starts.length - 1] = text.length
    return new Lines(text, starts)
  }

  /** Where a line begins; the end of the text for what is beyond the last one. */
  startOf(line: number): number {
    return this.starts[line] ?? this.text.length
  }

  /** The line that holds a place; the number of lines for the end of a text that ends in a line break. */
  lineAt(place: number): number {
    if (place >= this.text.length) return this.beginsAt(this.text.length) ? this.count : this.count - 1
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.startOf(middle) <= place) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Whether a line begins at a place, or would begin if there were more text. */
  beginsAt(place: number): boolean {
    return place === 0 || this.text[place - 1] === '\n'
  }

  /** Some lines with their ends. */
  list(from: number, to: number): string[] {
    return Array.from({ length: to - from }, (_, index) =>
      this.text.slice(this.startOf(from + index), this.startOf(from + index + 1)),
    )
  }
}

/** How many lines a text has; what stands behind the last line break is one where it is not empty. */
export function lineCount(text: string): number {
  const isOpen = text !== '' && !text.endsWith('\n')
  return countLineFeeds(text) + (isOpen ? 1 : 0)
}

/** Adds where lines begin behind the line feeds of a stretch; returns the number of the line to add next. */
function addStarts(starts: Uint32Array, next: number, text: string, from: number): number {
  const end = Math.min(text.length, from + stretch)
  let line = next
  for (let at = from; at < end; at += 1) {
    if (text.charCodeAt(at) === lineFeed) starts[line++] = at + 1
  }
  return line
}
