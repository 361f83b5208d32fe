/** Finds lines in a text by number, counted from 0; a text that ends in a line break has no further, empty line. */
export class Lines {
  readonly text: string
  /** Where each line begins, and where the text ends. */
  private readonly starts: readonly number[]

  constructor(text: string) {
    this.text = text
    const starts = text === '' ? [] : [0]
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    if (starts.at(-1) !== text.length) starts.push(text.length)
    this.starts = text === '' ? [0] : starts
  }

  get count(): number {
    return this.starts.length - 1
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
