import type { FoundLine } from './value.ts'

/** A stretch of text whose lines are to be matched. */
export interface Scan {
  /** UTF-8, in whole lines. */
  readonly bytes: Uint8Array
  /** Where the first line to match begins, in bytes; what lies before it is only context. */
  readonly from: number
  /** Lines that begin here or later are only context. */
  readonly to: number
  /** How many matching lines to report; all are counted. */
  readonly maxLines: number
  /** How many lines to report on each side of them. */
  readonly context: number
  /** UTF-16 units of a reported line; of a longer one the part around the match is reported. */
  readonly lineLength: number
  /** Whether `first` and `last` are wanted, for which line feeds have to be counted to the last match. */
  readonly asksForEnds: boolean
}

/** What was found in one stretch. Its line numbers count from 0 at `from` on; lines of context before have negative ones. */
export interface ScanAnswer {
  /** Lines that match. */
  readonly count: number
  /** The first and the last matching line where they were asked for; -1 where there is none. */
  readonly first: number
  readonly last: number
  readonly matches: readonly FoundLine[]
  /** Lines around the reported ones; some may match themselves or be there twice. */
  readonly context: readonly FoundLine[]
}

/** What a match certainly holds, for a native search that passes over other lines. */
export interface MatchHint {
  /** A regular expression of JavaScript that takes no time to speak of: single characters in a row, or a choice of such. */
  readonly source: string
  /** Of that expression. */
  readonly flags: string
  /** Whether a line that holds it matches; otherwise it has to be matched. */
  readonly isExact: boolean
  /** Whether the first match in a line begins where the line first holds it. */
  readonly isStart: boolean
}

/** What the worker is asked; it answers each request, in order. */
export type ScanRequest =
  | {
      readonly kind: 'compile'
      readonly pattern: string
      /** The pattern is plain text. */
      readonly isLiteral: boolean
      readonly ignoreCase: boolean
      readonly hint?: MatchHint
    }
  | { readonly kind: 'scan'; readonly scan: Scan }

/** What the worker answers. */
export type WorkerMessage =
  | { readonly kind: 'compiled' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'scanned'; readonly answer: ScanAnswer }
