import { grepLimits } from './limits.ts'
import { preview } from './preview.ts'
import type { ScanAnswer } from './protocol.ts'
import type { FoundLine } from './value.ts'

/** What was found in one file. */
export interface FileMatches {
  /** Lines that match; all are counted. */
  readonly count: number
  /** The first of them. */
  readonly matches: readonly FoundLine[]
  /** Lines around the listed ones that are not listed themselves, in order. */
  readonly context: readonly FoundLine[]
}

/** A decoded window whose lines were matched. */
export interface MatchedText {
  readonly text: string
  /** Number of the line that `answer` counts as 0. */
  readonly firstLine: number
  readonly continues: boolean
  readonly answer: ScanAnswer
}

/** Gathers the matches of one file, window by window. */
export class FileMatchesCollector {
  private readonly maxLines: number
  private readonly contextLines: number
  private readonly matches: FoundLine[] = []
  private readonly around = new Map<number, FoundLine>()
  private count = 0
  private lastMatch = 0

  /**
   * @param maxLines - how many matching lines to list.
   * @param contextLines - how many lines to list on each side of them.
   */
  constructor(maxLines: number, contextLines: number) {
    this.maxLines = maxLines
    this.contextLines = contextLines
  }

  /** How many matching lines may still be listed. */
  get room(): number {
    return this.maxLines - this.matches.length
  }

  /** Takes over the next window. */
  add({ text, firstLine, continues, answer }: MatchedText): void {
    const { count, spans } = answer
    this.count += count
    for (let index = 0; index + 3 < spans.length; index += 4) {
      const [line = 0, start = 0, end = 0, matchAt = 0] = spans.slice(index, index + 4)
      const lineNumber = firstLine + line
      if (continues && lineNumber === this.lastMatch) {
        this.count -= 1
        continue
      }
      this.lastMatch = lineNumber
      if (this.room <= 0) continue
      this.matches.push({ lineNumber, ...preview(text.slice(start, end), matchAt) })
      if (this.contextLines > 0) this.addContext(text, lineNumber, start)
    }
  }

  /** All that was found. */
  finish(): FileMatches {
    for (const { lineNumber } of this.matches) this.around.delete(lineNumber)
    const context = [...this.around.values()].sort((a, b) => a.lineNumber - b.lineNumber)
    return { count: this.count, matches: this.matches, context }
  }

  private addContext(text: string, lineNumber: number, start: number): void {
    let at = start
    for (let back = 1; back <= this.contextLines && at > 0; back += 1) {
      const end = at - 1
      at = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1
      this.addAround(lineNumber - back, text.slice(at, end))
    }
    at = text.indexOf('\n', start) + 1
    for (let on = 1; on <= this.contextLines && at > 0 && at < text.length; on += 1) {
      const end = text.indexOf('\n', at)
      this.addAround(lineNumber + on, text.slice(at, end < 0 ? text.length : end))
      at = end + 1
    }
  }

  private addAround(lineNumber: number, line: string): void {
    if (this.around.has(lineNumber)) return
    this.around.set(lineNumber, { lineNumber, ...preview(line.endsWith('\r') ? line.slice(0, -1) : line, 0) })
  }
}

/** For lines longer than this the place of the match matters, as only a part of them is listed. */
export const longLine: number = grepLimits.lineLength
