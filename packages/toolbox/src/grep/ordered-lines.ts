import type { FoundLine, GrepFile } from './value.ts'

/** A listed line of a file, and whether it only stands around a match. */
export interface OrderedLine extends FoundLine {
  readonly isContext: boolean
}

/** The listed lines of a file as they stand in it, matches and context together. */
export function orderedLines({ matches, context = [] }: GrepFile): OrderedLine[] {
  return [
    ...matches.map((found) => ({ ...found, isContext: false })),
    ...context.map((found) => ({ ...found, isContext: true })),
  ].sort((a, b) => a.lineNumber - b.lineNumber)
}
