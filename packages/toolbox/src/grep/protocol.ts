/** A stretch of text whose lines are to be matched. */
export interface Scan {
  readonly text: string
  /** Where the first line to match begins; what lies before it is only context. */
  readonly from: number
  /** Lines that begin here or later are only context. */
  readonly to: number
  /** How many matching lines to report; all are counted. */
  readonly maxLines: number
  /** For lines longer than this the place of the match is looked up. */
  readonly longLine: number
}

/** What was found in one stretch. */
export interface ScanAnswer {
  /** Lines that match. */
  readonly count: number
  /** Four numbers for each reported line: its index from `from` on, its start, its end, and where the match begins. */
  readonly spans: readonly number[]
}

/** What the worker is asked; it answers each request with one message, in order. */
export type ScanRequest =
  | {
      readonly kind: 'compile'
      readonly pattern: string
      /** The pattern is plain text. */
      readonly isLiteral: boolean
      readonly ignoreCase: boolean
    }
  | { readonly kind: 'scan'; readonly scan: Scan }

/** What the worker answers. */
export type WorkerMessage =
  | { readonly kind: 'compiled' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'scanned'; readonly answer: ScanAnswer }
