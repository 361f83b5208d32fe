import { countLineFeeds } from './line-ends.ts'

const lineFeed = 10

/** Finds lines in a text by number, counted from 0; a text that ends in a line break has no further, empty line. */
export class Lines {
  readonly text: string
  readonly count: number
  /** Where each line begins, and where the text ends. */
  private readonly starts: Uint32Array

  constructor(text: string) {
    this.text = text
    this.count = lineCount(text)
    const starts = new Uint32Array(this.count + 1)
    let line = 1
    for (let at = 0; at < text.length; at += 1) {
      if (text.charCodeAt(at) === lineFeed) starts[line++] = at + 1
    }
    starts[this.count] = text.length
    this.starts = starts
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
