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

/** A window whose lines were matched. */
export interface MatchedWindow {
  /** Number of the line that `answer` counts as 0. */
  readonly firstLine: number
  /** The first line began in the window before. */
  readonly continues: boolean
  readonly answer: ScanAnswer
}

/** Gathers the matches of one file, window by window. */
export class FileMatchesCollector {
  private readonly maxLines: number
  private readonly matches: FoundLine[] = []
  private readonly around = new Map<number, FoundLine>()
  private count = 0
  private lastMatch = 0

  /** @param maxLines - how many matching lines to list. */
  constructor(maxLines: number) {
    this.maxLines = maxLines
  }

  /** How many matching lines may still be listed. */
  get room(): number {
    return this.maxLines - this.matches.length
  }

  /** Takes over the next window. */
  add({ firstLine, continues, answer }: MatchedWindow): void {
    // A line that goes on counts once, and was listed with its beginning.
    const isKnown = continues && answer.first === 0 && this.lastMatch === firstLine
    this.count += answer.count - (isKnown ? 1 : 0)
    if (answer.last >= 0) this.lastMatch = firstLine + answer.last
    for (const found of answer.matches) {
      if (!(isKnown && found.lineNumber === 0)) this.matches.push(placed(found, firstLine))
    }
    for (const found of answer.context) {
      const lineNumber = firstLine + found.lineNumber
      if (!this.around.has(lineNumber)) this.around.set(lineNumber, placed(found, firstLine))
    }
  }

  /** All that was found. */
  finish(): FileMatches {
    for (const { lineNumber } of this.matches) this.around.delete(lineNumber)
    const context = [...this.around.values()].sort((a, b) => a.lineNumber - b.lineNumber)
    return { count: this.count, matches: this.matches, context }
  }
}

function placed(found: FoundLine, firstLine: number): FoundLine {
  return { ...found, lineNumber: firstLine + found.lineNumber }
}
