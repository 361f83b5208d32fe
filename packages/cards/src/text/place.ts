/** A stretch of a line, in code units. */
export interface Place {
  readonly at: number
  readonly length: number
}
